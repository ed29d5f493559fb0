// Imports a configuration. It may be a TypeScript file, and the type of its package does not matter.

import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readProject } from "./project.ts";

/**
 * Paths that Node has imported. Node would return the cached module, even if the file has changed since.
 */
const kept = new Set<string>();

/**
 * Returns the default export of an ES module or CommonJS module. Node loads the module if it can do so
 * without a warning. Otherwise jiti loads it. Node warns about `export` in a package without `"type":
 * "module"`, and rejects `export` with `"type": "commonjs"`. Node does not support enums and imports
 * without an extension, and never loads a changed module again. Errors of the module are thrown.
 */
export async function importDefault(path: string): Promise<unknown> {
  if (kept.has(path) || isUnexpectedModule(path)) return importWithJiti(path);
  kept.add(path);
  try {
    return defaultExport(await import(pathToFileURL(path).href));
  } catch (error) {
    if (!isNotLoaded(error)) throw error;
    return importWithJiti(path);
  }
}

/**
 * Reports whether a file contains `import` or `export`, although its package does not declare ES modules.
 */
function isUnexpectedModule(path: string): boolean {
  if (!/\.[jt]s$/.test(path) || readProject(dirname(path)).moduleType === "module") return false;
  return existsSync(path) && /^\s*(?:im|ex)port\b/m.test(readFileSync(path, "utf8"));
}

async function importWithJiti(path: string): Promise<unknown> {
  const { createJiti } = await import("jiti");
  // Disable both caches. The cache on disk would return an old module if only its imports have changed.
  const jiti = createJiti(import.meta.url, { fsCache: false, moduleCache: false });
  return defaultExport(await jiti.import(path));
}

/**
 * Returns the paths of a module and of all modules that it imports by a relative path, directly or
 * indirectly. Searches the texts, so the modules may have errors.
 */
export function importedFiles(path: string, found: Set<string> = new Set()): ReadonlySet<string> {
  if (found.has(path)) return found;
  found.add(path);
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  for (const [, , specifier = ""] of text.matchAll(
    /\b(?:from|import|require)\b[\s(]*(["'])(\.[^"']*)\1/g,
  )) {
    const file = importedFile(resolve(dirname(path), specifier));
    if (file !== undefined) importedFiles(file, found);
  }
  return found;
}

/**
 * Returns the file to which an import leads. The import may have no extension, or the extension of the
 * compiled file.
 */
function importedFile(path: string): string | undefined {
  const bare = path.replace(/\.[cm]?js$/, "");
  const names = ["", ".ts", ".mts", ".cts", ".js", ".mjs", ".cjs"].map((end) => `${bare}${end}`);
  return [path, ...names, `${bare}/index.ts`, `${bare}/index.js`].find(
    (name) => statSync(name, { throwIfNoEntry: false })?.isFile() === true,
  );
}

/**
 * Returns the default export. If CommonJS code was compiled from an ES module, the default export is
 * nested.
 */
function defaultExport(module: unknown): unknown {
  const { default: outer } = Object(module);
  return Object(outer).default ?? outer;
}

/** Reports whether Node failed to load a module. Returns false if the module itself threw the error. */
function isNotLoaded(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  if (error instanceof ReferenceError) return /\bES module scope\b/.test(error.message);
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_");
}
