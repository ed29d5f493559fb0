// This module is loaded into a measured process before the program. When the process exits, the
// module appends its CPU time and peak memory to the file in SPECWRIGHT_USAGE_FILE. Threads are
// included. Child processes that run Node inherit this module, and append their own lines.

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
