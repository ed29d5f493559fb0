#!/usr/bin/env node
import { interruption } from "./tail/interruption.ts";
import { runTail } from "./tail/run-tail.ts";

process.exitCode = await runTail(process.argv.slice(2), {
  env: process.env,
  folder: process.cwd(),
  signal: interruption(),
  out: (line) => new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve())),
  err: (line) => void process.stderr.write(`${line}\n`),
});
