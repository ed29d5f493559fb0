import { expect, test } from "vitest";
import { findPostgres } from "../postgres/find-postgres.ts";
import { startPostgres } from "../postgres/start-postgres.ts";
import { killPublisher } from "./kill-publisher.ts";

const kills = 4;

test(`${kills} kills during ${kills} publications lose and repeat no version on PostgreSQL`, {
  timeout: 600_000,
}, async () => {
  const programs = findPostgres();
  if (programs === undefined) throw new Error("there is no PostgreSQL");
  const server = await startPostgres(programs);
  try {
    const report = await killPublisher(kills, { DATABASE_URL: server.url });
    console.log(JSON.stringify(report));
    expect(report).toMatchObject({ kills, versions: kills });
    expect(report.feeds.fresh).toBeGreaterThan(0);
  } finally {
    await server.stop();
  }
});
