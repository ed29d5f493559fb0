// Compiles generated code in one run, with the flags of the repository.

import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

const golden: string = import.meta.dirname;
const root: string = resolve(golden, "../..");

/** Creates an empty folder, ignored by git, where generated code can resolve its imports. */
export async function scratchFolder(name: string): Promise<string> {
  const path = join(golden, ".tmp", name);
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
  return path;
}

/** Writes a file, and the folders above it. */
export async function writeInto(folder: string, path: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

/**
 * Type-checks every `.ts` file below a folder with strict flags and additional ones. Returns the first
 * errors of the compiler; empty if it succeeds.
 */
export async function compileFolder(
  folder: string,
  compilerOptions: Readonly<Record<string, unknown>> = {},
  most?: number,
): Promise<readonly string[]> {
  const config = {
    extends: join(golden, "tsconfig.json"),
    compilerOptions,
    include: ["**/*.ts"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  return compileProject(folder, most);
}

/** Type-checks the project of this package: every golden, and the examples. */
export function compileGoldens(): Promise<readonly string[]> {
  return compileProject(golden);
}

/** Type-checks the project in a folder. Returns the first errors of the compiler. */
export function compileProject(folder: string, most = 25): Promise<readonly string[]> {
  const compiler = join(root, "node_modules/@typescript/native/bin/tsc");
  return new Promise((done) => {
    execFile(
      process.execPath,
      [compiler, "-p", folder, "--pretty", "false"],
      { cwd: folder, maxBuffer: 2 ** 28, timeout: 600_000 },
      (error, stdout, stderr) => {
        const lines = (stdout + stderr).split("\n").filter((line) => line !== "");
        done(error !== null && lines.length === 0 ? [error.message] : lines.slice(0, most));
      },
    );
  });
}
