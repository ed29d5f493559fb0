import { expect, test } from "vitest";
import { fillDisk } from "./fill-disk.ts";

test("a full disk loses nothing, and clients see only kept frames", {
  timeout: 600_000,
}, async (context) => {
  const report = await fillDisk(5);
  if (report === undefined) {
    context.skip("no file system can be mounted here");
    return;
  }
  console.log(JSON.stringify(report));
  expect(Object.keys(report.refused)).toEqual(["log_full", "behind_refused"]);
  expect(report.whenFull.seen).toBeLessThanOrEqual(report.whenFull.acknowledged);
  expect(report.acknowledged).toBe(report.published);
  expect(report.delivered).toBe(5 * report.acknowledged);
  expect(report.disconnects).toBe(0);
});
