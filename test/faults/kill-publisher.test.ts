import { expect, test } from "vitest";
import { killPublisher } from "./kill-publisher.ts";

const kills = 4;

test(`${kills} kills during ${kills} publications lose and repeat no version`, {
  timeout: 600_000,
}, async () => {
  const report = await killPublisher(kills);
  console.log(JSON.stringify(report));
  expect(report).toMatchObject({ kills, versions: kills });
  expect(report.feeds.fresh).toBeGreaterThan(0);
});
