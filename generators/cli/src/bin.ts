#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { run } from "./program.ts";
import { processTerminal } from "./terminal.ts";

// A run is short, and most of what it makes it needs to the end: what the collector would find by
// going through the whole heap early and often is not worth the time. Watching goes on for long.
if (!process.argv.includes("--watch")) setFlagsFromString("--heap-growing-percent=3000");

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  readonly version: string;
};
process.exitCode = await run(process.argv.slice(2), processTerminal(), {
  version: manifest.version,
  interruption: () => {
    const interrupted = new AbortController();
    process.once("SIGINT", () => interrupted.abort());
    process.once("SIGTERM", () => interrupted.abort());
    return interrupted.signal;
  },
});
