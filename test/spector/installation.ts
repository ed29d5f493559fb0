// Installs TypeSpec and its HTTP specs into a separate folder. This repository does not depend on them:
// only their server and compiler run.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

export const installed = join(import.meta.dirname, "../../.tmp/spector");

/** The folder of TypeSpec's packages. */
export const packages = join(installed, "node_modules/@typespec");

export const specs = join(packages, "http-specs/specs");

const LOCK = "package-lock.json";

/** Reports whether the pinned packages are installed. */
export async function isInstalled(): Promise<boolean> {
  if (!existsSync(specs)) return false;
  const [pinned, present] = await Promise.all(
    [import.meta.dirname, installed].map((folder) => readFile(join(folder, LOCK), "utf8")),
  );
  return pinned === present;
}

/** Installs the pinned packages if they are missing. */
export async function installSpector(): Promise<void> {
  if (await isInstalled()) return;
  await mkdir(installed, { recursive: true });
  for (const file of ["package.json", LOCK]) {
    await copyFile(join(import.meta.dirname, file), join(installed, file));
  }
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await promisify(execFile)("npm", ["ci", ...quiet], { cwd: installed });
}
