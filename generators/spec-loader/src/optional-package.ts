import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * Loads a package that few need and therefore install themselves: beside this package, or in the
 * project of the working directory. Returns `undefined` if it is not installed.
 */
export function loadOptionalPackage(name: string): unknown {
  for (const from of [import.meta.url, join(process.cwd(), "package.json")]) {
    const require = createRequire(from);
    if (!mayHave(require, name)) continue;
    try {
      return require(name);
    } catch (cause) {
      const isMissing =
        cause instanceof Error && cause.message.startsWith(`Cannot find module '${name}'`);
      if (!isMissing) throw cause;
    }
  }
  return undefined;
}

/**
 * Reports whether a package has a folder. Node remembers a package that it did not find, and would not
 * find it either after it was installed.
 */
function mayHave({ resolve }: NodeJS.Require, name: string): boolean {
  // Yarn's Plug'n'Play resolves packages without folders.
  if (process.versions["pnp"] !== undefined) return true;
  return (resolve.paths(name) ?? []).some((folder) => isThere(join(folder, name)));
}

/** A process without permission to look into a folder has no package in it. */
function isThere(folder: string): boolean {
  try {
    return existsSync(folder);
  } catch {
    return false;
  }
}
