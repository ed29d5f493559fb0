import { expect, test } from "vitest";
import { stallClient } from "./stalled-client.ts";

test("a client stalled under load takes no memory and loses nothing", {
  timeout: 300_000,
}, async () => {
  const report = await stallClient({ stallMs: 3000, slowReaderMs: 2000, others: 4 });
  console.log(JSON.stringify(report));
  expect([[4008], [1006]]).toContainEqual(report.closes);
  expect(report.wokenAt).toBeGreaterThan(report.stalledAt);
  expect(report.othersDisconnected).toBe(0);
  // What it missed would not fit, and a process that is busy wants some of its own.
  expect(report.memory.stalled.own).toBeLessThan(report.memory.before.own + 150);
});
