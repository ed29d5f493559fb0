#!/usr/bin/env node
import { existsSync, readFileSync, statSync } from "node:fs";
import module from "node:module";
import { setFlagsFromString } from "node:v8";

// A run is short, and needs most of its objects until the end: early and frequent garbage
// collections of the whole heap would take more time than they save. The same holds for the last
// two tiers of the compiler, which pay only after seconds of use: the last one starts after seven times
// as many calls as by default, and the one before it after four times as many. A watch or a mock runs for long.
const isWatch = process.argv.includes("--watch");
const isMock = process.argv[2] === "mock";
let isSmallDiff = false;
if (!isWatch && !isMock) {
  setFlagsFromString("--heap-growing-percent=3000");
  setFlagsFromString("--invocation-count-for-turbofan=20000");
  setFlagsFromString("--invocation-count-for-maglev=1500");
  // Much of a comparison's memory is room for new objects. It grows once, to 4 MB while the program is
  // loaded: with 1 MB, collections are so frequent that they cost more than anything else. Only the
  // largest documents need more room.
  const isLarge = process.argv
    .slice(3)
    .some((each) => existsSync(each) && statSync(each).size > 10_000_000);
  isSmallDiff = process.argv[2] === "diff" && !isLarge;
  if (isSmallDiff) setFlagsFromString("--semi-space-growth-factor=4");
}

// Caches compiled modules for the next run; Node supports this since 22.1. The imports below must
// come after it.
module.enableCompileCache?.();
const [{ run }, { outliveReaders }, { processTerminal }] = await Promise.all([
  import("./program.ts"),
  import("./terminal/outlive-readers.ts"),
  import("./terminal/terminal.ts"),
]);
if (isSmallDiff) setFlagsFromString("--semi-space-growth-factor=1");

const interrupted = new AbortController();
// A watch goes on until somebody stops it, and nobody is there any more.
outliveReaders([process.stdout, process.stderr], () => {
  if (isWatch) interrupted.abort();
});

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  readonly version: string;
};
process.exitCode = await run(process.argv.slice(2), processTerminal(), {
  version: manifest.version,
  interruption: () => {
    process.once("SIGINT", () => interrupted.abort());
    process.once("SIGTERM", () => interrupted.abort());
    return interrupted.signal;
  },
});
