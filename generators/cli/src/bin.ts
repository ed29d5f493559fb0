#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { run } from "./program.ts";
import { processTerminal } from "./terminal.ts";

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
