import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";
import { toolsFolder } from "./tools-folder.ts";

/** Installs the tools in the versions of the lock file and of `requirements.txt`, unless they are there. */
export async function installTools(): Promise<void> {
  const pins = ["package.json", "package-lock.json", "requirements.txt"];
  const hash = createHash("sha256");
  for (const name of pins) hash.update(readFileSync(join(import.meta.dirname, name)));
  const wanted = hash.digest("hex");
  const marker = join(toolsFolder, "installed");
  if (existsSync(marker) && readFileSync(marker, "utf8") === wanted) return;
  mkdirSync(toolsFolder, { recursive: true });
  for (const name of pins) cpSync(join(import.meta.dirname, name), join(toolsFolder, name));
  // Without their scripts: one of them would download a browser.
  await installed("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
  await installed("python3", ["-m", "venv", "python"]);
  await installed("python/bin/pip", ["install", "--quiet", "-r", "requirements.txt"]);
  writeFileSync(marker, wanted);
}

async function installed(program: string, args: readonly string[]): Promise<void> {
  const { code, output } = await runProgram(program, args, { timeoutMs: 1_200_000 });
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} failed: ${output}`);
}
