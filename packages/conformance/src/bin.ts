#!/usr/bin/env node
import { runProgram } from "./command/program.ts";

process.exitCode = await runProgram(process.argv.slice(2), {
  env: process.env,
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
});
