// Imports a module that may be written in TypeScript, in a package of any type.

import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readProject } from "./project.ts";

/** The modules that Node has loaded, which it keeps as they were. */
const kept = new Set<string>();

/**
 * Returns the default export of a module, in ES module or CommonJS syntax. Node loads it where it can
 * without a warning, else jiti: Node warns of `export` in a package without `"type": "module"`, and with
 * `"type": "commonjs"` takes it for an error, it knows neither enums nor imports without their extension,
 * and it never reads a module again that may have changed. Throws what the module throws.
 */
export async function importDefault(path: string): Promise<unknown> {
  if (kept.has(path) || isUnexpectedModule(path)) return importWithJiti(path);
  kept.add(path);
  try {
    return defaultOf(await import(pathToFileURL(path).href));
  } catch (error) {
    if (!isNotLoaded(error)) throw error;
    return importWithJiti(path);
  }
}

/** Reports whether a file has the syntax of an ES module, and its package does not say so. */
function isUnexpectedModule(path: string): boolean {
  if (!/\.[jt]s$/.test(path) || readProject(dirname(path)).moduleType === "module") return false;
  return existsSync(path) && /^\s*(?:im|ex)port\b/m.test(readFileSync(path, "utf8"));
}

async function importWithJiti(path: string): Promise<unknown> {
  const { createJiti } = await import("jiti");
  // Without its caches: a file on disk would remember a module whose imports have changed.
  const jiti = createJiti(import.meta.url, { fsCache: false, moduleCache: false });
  return defaultOf(await jiti.import(path));
}

/**
 * Returns the paths of a module and of those that it imports by relative paths, and so on. They are
 * found in the text, so that a module with a fault has them too.
 */
export function importedFiles(path: string, found: Set<string> = new Set()): ReadonlySet<string> {
  if (found.has(path)) return found;
  found.add(path);
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  for (const [, , specifier = ""] of text.matchAll(
    /\b(?:from|import|require)\b[\s(]*(["'])(\.[^"']*)\1/g,
  )) {
    const file = fileOf(resolve(dirname(path), specifier));
    if (file !== undefined) importedFiles(file, found);
  }
  return found;
}

/** Returns the file that an import means, which may lack its extension or have that of its output. */
function fileOf(path: string): string | undefined {
  const bare = path.replace(/\.[cm]?js$/, "");
  const names = ["", ".ts", ".mts", ".cts", ".js", ".mjs", ".cjs"].map((end) => `${bare}${end}`);
  return [path, ...names, `${bare}/index.ts`, `${bare}/index.js`].find(
    (name) => statSync(name, { throwIfNoEntry: false })?.isFile() === true,
  );
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
