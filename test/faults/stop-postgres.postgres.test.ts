import { expect, test } from "vitest";
import { findPostgres } from "../postgres/find-postgres.ts";
import { stopPostgres } from "./stop-postgres.ts";

const faults = 6;

test(`T9 PostgreSQL is stopped, frozen, killed and disconnected ${faults} times under load, and nothing is lost`, {
  timeout: 600_000,
}, async () => {
  const programs = findPostgres();
  if (programs === undefined) throw new Error("there is no PostgreSQL");
  const report = await stopPostgres(programs, faults, 16);
  console.log(JSON.stringify(report));
  expect(report.listings).toBeGreaterThan(0);
  expect(report.outcomes["503"]).toBeGreaterThan(0);
  // Two lines for an outage, which may have two parts, and lines of the start, but no line for each
  // request.
  expect(report.logLines).toBeLessThanOrEqual(4 * faults + 4);
});
