// Loaded into a measured process before its program: when it ends, its CPU time and peak memory
// are added to the file that SPECWRIGHT_USAGE_FILE names. Threads count; child processes that are
// Node inherit this module and add lines of their own.

import { appendFileSync } from "node:fs";

const file = process.env["SPECWRIGHT_USAGE_FILE"];
process.on("exit", () => {
  if (file === undefined) return;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  appendFileSync(
    file,
    `${JSON.stringify({ cpuMicros: userCPUTime + systemCPUTime, peakKiB: maxRSS })}\n`,
  );
});
