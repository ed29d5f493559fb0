import { expect, test } from "vitest";
import { killSandbox } from "./kill-sandbox.ts";

const kills = 3;

test(`T1 the sandbox continues where it stopped: ${kills} kills lose, duplicate and reorder nothing, and money sums to zero`, {
  timeout: 600_000,
}, async () => {
  const report = await killSandbox(kills);
  console.log(JSON.stringify(report));
  expect(report.kills).toBe(kills);
  expect(report.reconnects).toBeGreaterThanOrEqual(kills * 5);
  expect(report.ended).toBeGreaterThan(1);
  expect(report.books).toBeGreaterThan(0);
});
