#!/usr/bin/env node
import { existsSync, readFileSync, statSync } from "node:fs";
import module from "node:module";
import { setFlagsFromString } from "node:v8";

// A run is short and keeps most of its objects until it ends, so frequent full garbage collections cost
// more than they save. This setting lets the heap triple before the next collection, which a large document
// causes once or twice. Without incremental marking, such a collection is fastest. Similarly, the last two
// compiler tiers pay off only after seconds. The last tier starts after seven times the default number of
// calls, and the tier before it after four times. A watch or a mock runs long enough for the defaults.
const isWatch = process.argv.includes("--watch");
const isMock = process.argv[2] === "mock";
// Most of the memory of a run is space for new objects. The space grows once, during loading: to 8 MB, or
// to 4 MB for a comparison. With 1 MB, garbage collections would take most of the time. With the default of
// 16 MB, generation from a large document takes 2 % less time, but 70 MB more memory. Only a comparison of
// the largest documents needs the default.
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

// Caches the compiled modules for the next run. Only modules that are imported later are cached. Node
// supports the cache since version 22.1.
module.enableCompileCache?.();
const [{ run }, { ignoreEpipe }, { processTerminal }] = await Promise.all([
  import("./program.ts"),
  import("./terminal/ignore-epipe.ts"),
  import("./terminal/terminal.ts"),
]);
if (growsOnce) setFlagsFromString("--semi-space-growth-factor=1");

const interrupted = new AbortController();
// A watch runs until the user stops it. If the output is closed, no user can stop the watch.
ignoreEpipe([process.stdout, process.stderr], () => {
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
