// Imports a module that may be written in TypeScript, in a package of any type.

import { pathToFileURL } from "node:url";

/**
 * Returns the default export of a module, in ES module or CommonJS syntax. Node loads it where it can,
 * else jiti: under `"type": "commonjs"` Node takes `export` in a `.ts` file for an error, and it knows
 * neither enums nor imports without their extension. Throws what the module throws.
 */
export async function importDefault(path: string): Promise<unknown> {
  try {
    return defaultOf(await import(pathToFileURL(path).href));
  } catch (error) {
    if (!isNotLoaded(error)) throw error;
    const { createJiti } = await import("jiti");
    // Without its caches: a file on disk would remember a module whose imports have changed.
    const jiti = createJiti(import.meta.url, { fsCache: false, moduleCache: false });
    return defaultOf(await jiti.import(path));
  }
}

/** Returns the default export; that of a CommonJS module that was compiled from one is nested. */
function defaultOf(module: unknown): unknown {
  const { default: outer } = Object(module);
  return Object(outer).default ?? outer;
}

/** Reports whether an error says that Node cannot load a module, not that the module has thrown it. */
function isNotLoaded(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  if (error instanceof ReferenceError) return /\bES module scope\b/.test(error.message);
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_");
}
