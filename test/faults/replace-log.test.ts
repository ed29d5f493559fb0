import { expect, test } from "vitest";
import { replaceLog } from "./replace-log.ts";

const kills = 4;

test(`T2 clients notice every change of a log that is kept, restored, lost and replaced over ${kills} kills`, {
  timeout: 600_000,
}, async () => {
  const report = await replaceLog(kills);
  console.log(JSON.stringify(report));
  expect(report).toMatchObject({ kept: 1, older: 1, lost: 1, replaced: 1 });
  expect(report.bookChanges).toBeGreaterThan(0);
  expect(report.reasonCounts["other_log"]).toBeGreaterThanOrEqual(10);
  const { differs = 0, behind = 0, missing = 0 } = report.reasonCounts;
  expect(differs + behind + missing).toBeGreaterThanOrEqual(5);
});
