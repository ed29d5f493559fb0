import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** A program that installs packages. */
export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

const lockFiles: Readonly<Record<string, PackageManager>> = {
  "package-lock.json": "npm",
  "npm-shrinkwrap.json": "npm",
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
};

/** Returns the package manager of a folder. The nearest lock file determines it. Default: npm. */
export function findPackageManager(folder: string): PackageManager {
  const found = Object.entries(lockFiles).find(([file]) => existsSync(join(folder, file)));
  if (found !== undefined) return found[1];
  const parent = dirname(folder);
  return parent === folder ? "npm" : findPackageManager(parent);
}

/** Returns the arguments that make a package manager add packages to a project. */
export function addArguments(
  manager: PackageManager,
  packages: readonly string[],
  isDevelopment: boolean,
): readonly string[] {
  const verb = manager === "npm" ? "install" : "add";
  return [verb, ...(isDevelopment ? ["-D"] : []), ...packages];
}
