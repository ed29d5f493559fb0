#!/usr/bin/env node
import { existsSync, readFileSync, statSync } from "node:fs";
import module from "node:module";
import { setFlagsFromString } from "node:v8";

// A run is short, and keeps most of its objects until the end: frequent garbage collections of the whole
// heap would take more time than they save. The heap may grow to three times its size before the next
// one, which a large document reaches once or twice, and which then marks everything at once: that takes
// the least time. The same holds for the last two tiers of the compiler, which pay only after seconds of
// use: the last one starts after seven times as many calls as by default, and the one before it after
// four times as many. A watch or a mock runs for long.
const isWatch = process.argv.includes("--watch");
const isMock = process.argv[2] === "mock";
// Much of the memory of a run is room for new objects. It grows once, while the program is loaded: to
// 8 MB, or for a comparison to 4 MB. With 1 MB, collections are so frequent that they cost more than
// anything else; with the 16 MB of the default, generation from a large document takes 2 % less time and
// 70 MB more. Only a comparison of the largest documents needs as much as the default.
let growsOnce = false;
if (!isWatch && !isMock) {
  setFlagsFromString("--invocation-count-for-turbofan=20000");
  setFlagsFromString("--invocation-count-for-maglev=1500");
  const isDiff = process.argv[2] === "diff";
  const isLarge = process.argv
    .slice(3)
    .some((each) => existsSync(each) && statSync(each).size > 10_000_000);
  growsOnce = !(isDiff && isLarge);
  setFlagsFromString(`--heap-growing-percent=${isDiff ? 3000 : 200}`);
  setFlagsFromString("--no-incremental-marking");
  if (growsOnce) setFlagsFromString(`--semi-space-growth-factor=${isDiff ? 4 : 8}`);
}

// Caches compiled modules for the next run; Node supports this since 22.1. The imports below must
// come after it.
module.enableCompileCache?.();
const [{ run }, { outliveReaders }, { processTerminal }] = await Promise.all([
  import("./program.ts"),
  import("./terminal/outlive-readers.ts"),
  import("./terminal/terminal.ts"),
]);
if (growsOnce) setFlagsFromString("--semi-space-growth-factor=1");

const interrupted = new AbortController();
// A watch continues until the user stops it, and nobody is there any more.
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
