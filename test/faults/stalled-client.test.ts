import { expect, test } from "vitest";
import { stallClient } from "./stalled-client.ts";

test("a client that stalls under load uses no memory and loses nothing", {
  timeout: 600_000,
}, async () => {
  const report = await stallClient({ stallMs: 3000, slowReaderMs: 2000, others: 2 });
  console.log(JSON.stringify(report));
  expect([4008, 1006]).toContain(report.closes[0]);
  expect(report.wokenAt).toBeGreaterThan(report.stalledAt);
  expect(report.othersDisconnected).toBe(0);
  // A reader that is a mebibyte behind goes back to the log; a commit and part of a replay are
  // added.
  expect(report.pendingBytes).toBeLessThan(4.5 * 1024 * 1024);
  expect(report.memory.stalled.own).toBeLessThan(report.memory.before.own + 150);
});
