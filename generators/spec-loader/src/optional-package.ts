import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * Loads an optional package, from the folder of this package or from the project in the working
 * directory. Returns `undefined` if it is not installed.
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
 * Reports whether a package has a folder. Node caches failed lookups, so it would not find the
 * package after its installation.
 */
function mayHave({ resolve }: NodeJS.Require, name: string): boolean {
  // Yarn's Plug'n'Play resolves packages that have no folders.
  if (process.versions["pnp"] !== undefined) return true;
  return (resolve.paths(name) ?? []).some((folder) => isReadableFolder(join(folder, name)));
}

/** If the process may not read a folder, it cannot load a package from the folder either. */
function isReadableFolder(folder: string): boolean {
  try {
    return existsSync(folder);
  } catch {
    return false;
  }
}
