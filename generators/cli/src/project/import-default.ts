// Imports a module that may be written in TypeScript, in a package of any type.

import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readProject } from "./project.ts";

/** Node caches loaded modules, so changes of these files are not seen. */
const kept = new Set<string>();

/**
 * Returns the default export of a module in ES module or CommonJS syntax. Node loads it if that
 * works without a warning, else jiti does. Node warns about `export` in a package without `"type":
 * "module"`, and rejects it with `"type": "commonjs"`. Node does not support enums or imports
 * without an extension, and never reloads a changed module. Throws the errors of the module.
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

/** Reports whether a file has ES module syntax although its package does not declare it. */
function isUnexpectedModule(path: string): boolean {
  if (!/\.[jt]s$/.test(path) || readProject(dirname(path)).moduleType === "module") return false;
  return existsSync(path) && /^\s*(?:im|ex)port\b/m.test(readFileSync(path, "utf8"));
}

async function importWithJiti(path: string): Promise<unknown> {
  const { createJiti } = await import("jiti");
  // Without caches: a cache on disk would keep a module whose imports have changed.
  const jiti = createJiti(import.meta.url, { fsCache: false, moduleCache: false });
  return defaultExport(await jiti.import(path));
}

/**
 * Returns the paths of a module and of all its relative imports. They are found in the text, so
 * this works for modules with errors too.
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

/** Returns the file that an import means. Its extension may be missing, or be the one of the output. */
function importedFile(path: string): string | undefined {
  const bare = path.replace(/\.[cm]?js$/, "");
  const names = ["", ".ts", ".mts", ".cts", ".js", ".mjs", ".cjs"].map((end) => `${bare}${end}`);
  return [path, ...names, `${bare}/index.ts`, `${bare}/index.js`].find(
    (name) => statSync(name, { throwIfNoEntry: false })?.isFile() === true,
  );
}

/** Returns the default export. In a CommonJS module compiled from an ES module, it is nested. */
function defaultExport(module: unknown): unknown {
  const { default: outer } = Object(module);
  return Object(outer).default ?? outer;
}

/** Reports whether Node could not load a module, rather than the module itself throwing an error. */
function isNotLoaded(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  if (error instanceof ReferenceError) return /\bES module scope\b/.test(error.message);
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_");
}
