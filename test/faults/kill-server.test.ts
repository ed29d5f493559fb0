import { expect, test } from "vitest";
import { killServer } from "./kill-server.ts";

const kills = 3;

test(`${kills} kills under load lose, duplicate and reorder nothing`, {
  timeout: 600_000,
}, async () => {
  const report = await killServer(kills, 20);
  console.log(JSON.stringify(report));
  expect(report.acknowledged).toBe(report.published);
  expect(report.bookChanges).toBeGreaterThan(0);
  expect(report.reconnects).toBeGreaterThanOrEqual(kills * 20);
});
