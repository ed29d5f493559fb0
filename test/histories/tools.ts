import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { measureCommand, type Usage } from "../../apps/bench/src/measure-command.ts";
import { folder } from "./documents.ts";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");
const maxBuffer = 1024 * 1024 * 1024;

/** The output and cost of a tool, or why it stopped. */
export type Comparison =
  | { readonly report: string; readonly usage?: Usage }
  | { readonly failure: string };

/** Compares two documents with ours; returns JSON. */
export function compareOurs(base: string, revision: string): Promise<Comparison> {
  return measure(join(root, "generators/cli/dist/bin.js"), base, revision);
}

/** Counts the lines of our output for people. */
export async function countLines(base: string, revision: string): Promise<number> {
  const program = join(root, "generators/cli/dist/bin.js");
  const args = [program, "diff", base, revision, "--fail-on", "none"];
  const { stdout } = await run(process.execPath, args, { maxBuffer });
  return stdout.trimEnd().split("\n").length;
}

/** Compares two documents with Redocly; returns JSON. */
export async function compareRedocly(base: string, revision: string): Promise<Comparison> {
  return measure(await installRedocly(), base, revision);
}

/** Compares two documents with oasdiff; returns JSON. */
export async function compareOasdiff(base: string, revision: string): Promise<Comparison> {
  const program = await buildOasdiff();
  try {
    const { stdout } = await run(program, ["breaking", base, revision, "-f", "json"], {
      maxBuffer,
      timeout: 300_000,
    });
    return { report: stdout };
  } catch (error) {
    return { failure: String(error).slice(0, 500) };
  }
}

async function measure(program: string, base: string, revision: string): Promise<Comparison> {
  const report = join(folder, "report.json");
  await rm(report, { force: true });
  const options = ["--format", "json", "--fail-on", "none", "--output", report];
  const measured = await measureCommand([program, "diff", base, revision, ...options], {
    cwd: folder,
    timeoutMs: 300_000,
  });
  if (!measured.ok) return { failure: measured.reason };
  return { report: await readFile(report, "utf8"), usage: measured.usage };
}

async function installRedocly(): Promise<string> {
  const target = join(folder, "redocly-2.77.0");
  const program = join(target, "node_modules/@redocly/cli/bin/cli.js");
  if (existsSync(program)) return program;
  await mkdir(target, { recursive: true });
  await writeFile(join(target, "package.json"), '{ "private": true }\n');
  const options = ["--save-exact", "--ignore-scripts", "--no-audit", "--no-fund"];
  await run("npm", ["install", ...options, "@redocly/cli@2.77.0"], { cwd: target, maxBuffer });
  return program;
}

/** Builds the oasdiff version that the module in `oasdiff/` requires. */
async function buildOasdiff(): Promise<string> {
  const program = join(folder, "oasdiff-1.37.0");
  if (existsSync(program)) return program;
  const options = { cwd: join(import.meta.dirname, "oasdiff"), maxBuffer };
  await run("go", ["build", "-o", program, "github.com/oasdiff/oasdiff"], options);
  return program;
}
