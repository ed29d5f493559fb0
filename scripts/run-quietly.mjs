// Runs scripts of package.json in order, and prints their output only if one fails: `node
// scripts/run-quietly.mjs MESSAGE SCRIPT...`. It shows the progress of `npm run build`: a line for each
// finished package, on a terminal always the same line.
import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { createInterface } from "node:readline";

const [message, ...scripts] = process.argv.slice(2);
process.stderr.write(`${message}\n`);
const isTerminal = process.stderr.isTTY === true;
const total = countPackages();
const built = new Set();

for (const script of scripts) {
  const { code, output } = await run(script);
  if (code !== 0) {
    clearProgress();
    process.stderr.write(`npm run ${script} failed:\n${output}`);
    process.exit(code ?? 1);
  }
}
clearProgress();

/** Runs a script; resolves with its exit code and its output. */
async function run(script) {
  const child = spawn("npm", ["run", "--loglevel=error", script], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, SPECWRIGHT_PROGRESS: "1" },
  });
  const lines = [];
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on("line", (line) => {
      lines.push(`${line}\n`);
      // turbo prints the output of a package when its build is finished.
      const [, name] = /^(\S+):build: /.exec(line) ?? [];
      if (name !== undefined && !built.has(name)) showProgress(name);
    });
  }
  const code = await new Promise((resolve) => child.on("close", resolve));
  return { code, output: lines.join("") };
}

function showProgress(name) {
  built.add(name);
  const text = `built ${built.size} of ${Math.max(total, built.size)}: ${name}`;
  process.stderr.write(isTerminal ? `\r\x1b[K${text}` : `${text}\n`);
}

function clearProgress() {
  if (isTerminal && built.size > 0) process.stderr.write("\r\x1b[K");
}

function countPackages() {
  return globSync("{generators,packages,apps}/*/package.json").length;
}
