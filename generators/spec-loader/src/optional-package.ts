import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * Loads a package that few need and therefore install themselves: beside this package, or in the
 * project of the working directory. Returns `undefined` if it is not installed.
 */
export function loadOptionalPackage(name: string): unknown {
  for (const from of [import.meta.url, join(process.cwd(), "package.json")]) {
    try {
      return createRequire(from)(name);
    } catch (cause) {
      const isMissing =
        cause instanceof Error && cause.message.startsWith(`Cannot find module '${name}'`);
      if (!isMissing) throw cause;
    }
  }
  return undefined;
}
