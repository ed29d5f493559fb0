#!/usr/bin/env node
import { runProgram } from "./tail/program.ts";

const interruption = new AbortController();
process.once("SIGINT", () => interruption.abort());
process.once("SIGTERM", () => interruption.abort());
// The reader of a pipe, such as head, has seen enough.
process.stdout.on("error", () => interruption.abort());

process.exitCode = await runProgram(process.argv.slice(2), {
  env: process.env,
  folder: process.cwd(),
  signal: interruption.signal,
  out: (line) => new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve())),
  err: (line) => void process.stderr.write(`${line}\n`),
});
