import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * Loads an optional package. Looks in the folder of this package first, then in the project in the working
 * directory. Returns `undefined` if the package is not installed.
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
 * Reports whether the folder of a package exists. Node caches a failed lookup, so without this check a
 * running process could not load a package that is installed later.
 */
function mayHave({ resolve }: NodeJS.Require, name: string): boolean {
  // Yarn's Plug'n'Play resolves packages that have no folders.
  if (process.versions["pnp"] !== undefined) return true;
  return (resolve.paths(name) ?? []).some((folder) => isReadableFolder(join(folder, name)));
}

/**
 * `existsSync` may throw if the process may not read the folder. Then the process cannot load the package.
 */
function isReadableFolder(folder: string): boolean {
  try {
    return existsSync(folder);
  } catch {
    return false;
  }
}
