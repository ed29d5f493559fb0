// Finds OpenAPI and AsyncAPI documents among files.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const skipped = new Set(["node_modules", "dist", "build"]);
const maxDepth = 4;

/** The formats of documents. */
export type DocumentKind = "openapi" | "asyncapi";

/** Returns the paths of the documents below a folder, relative to it, in order. */
export async function findDocuments(folder: string): Promise<readonly string[]> {
  return await search(folder, "", 0);
}

async function search(folder: string, prefix: string, depth: number): Promise<string[]> {
  const found: string[] = [];
  const entries = await readdir(join(folder, prefix), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) {
      if (depth < maxDepth && isSearched(entry.name)) {
        found.push(...(await search(folder, path, depth + 1)));
      }
    } else if (hasDocumentName(entry.name)) {
      if (isDocumentText(await readFile(join(folder, path), "utf8"))) found.push(path);
    }
  }
  return found;
}

/** Reports whether a path below a folder may be that of a document, by the names of its parts. */
export function mayBeDocument(path: string): boolean {
  const folders = path.split("/").slice(0, -1);
  return folders.length <= maxDepth && folders.every(isSearched) && hasDocumentName(path);
}

/** Reports whether a text begins like an OpenAPI or AsyncAPI document. */
export function isDocumentText(text: string): boolean {
  return documentKind(text) !== undefined;
}

/** Returns the format that a text begins like; `undefined` if it is no document. */
export function documentKind(text: string): DocumentKind | undefined {
  const head = text.slice(0, 2000);
  if (/^\s*(\{\s*)?["']?openapi["']?\s*:/m.test(head)) return "openapi";
  return /^\s*(\{\s*)?["']?asyncapi["']?\s*:/m.test(head) ? "asyncapi" : undefined;
}

function isSearched(folder: string): boolean {
  return !folder.startsWith(".") && !skipped.has(folder);
}

function hasDocumentName(name: string): boolean {
  return /\.(ya?ml|json)$/.test(name);
}
