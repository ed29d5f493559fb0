// Finds OpenAPI and AsyncAPI documents among files.

import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

const skipped = new Set(["node_modules", "dist", "build"]);
const maxDepth = 4;
/** The loader refuses larger files. */
const maxDocumentBytes = 67_108_864;

/** The formats of documents. */
export type DocumentKind = "openapi" | "asyncapi";

/** Returns the sorted paths of the documents below a folder, relative to it. */
export async function findDocuments(folder: string): Promise<readonly string[]> {
  return await searchFolder(folder, "", 0);
}

async function searchFolder(folder: string, prefix: string, depth: number): Promise<string[]> {
  const found: string[] = [];
  const entries = await readdir(join(folder, prefix), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) {
      if (depth < maxDepth && isSearched(entry.name)) {
        found.push(...(await searchFolder(folder, path, depth + 1)));
      }
    } else if (hasDocumentName(entry.name)) {
      const file = join(folder, path);
      if ((await stat(file)).size > maxDocumentBytes) continue;
      if (isDocumentText(await readFile(file, "utf8"))) found.push(path);
    }
  }
  return found;
}

/** Reports whether a path below a folder may be a document, by the names of its parts. */
export function mayBeDocument(path: string): boolean {
  const folders = path.split("/").slice(0, -1);
  return folders.length <= maxDepth && folders.every(isSearched) && hasDocumentName(path);
}

/** Reports whether a text is an OpenAPI or AsyncAPI document, by its keys. */
export function isDocumentText(text: string): boolean {
  return documentKind(text) !== undefined;
}

/**
 * Returns the format of a text by its key `openapi` or `asyncapi`, which may come last; `undefined`
 * if it is not a document.
 */
export function documentKind(text: string): DocumentKind | undefined {
  if (!/(?:open|async)api/.test(text)) return undefined;
  return /^(?:\s|#.*\n)*\{/.test(text) ? kindOfFlow(text) : kindOfBlock(text);
}

/** Looks for the key outside every inner object of JSON, or of YAML in braces. */
function kindOfFlow(text: string): DocumentKind | undefined {
  let depth = 0;
  for (const { 0: token, 1: kind = token, index } of text.matchAll(flowToken)) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (depth === 1 && isKind(kind) && hasPlainValue.test(text.slice(index + token.length))) {
      return kind;
    }
  }
  return undefined;
}

const flowToken = /"([^"\\]*(?:\\.[^"\\]*)*)"|[[\]{}]|\b(?:open|async)api\b/gs;
const hasPlainValue = /^\s*:\s*[^\s{]/;

/** Looks for a line with the key and the indentation of the first line. */
function kindOfBlock(text: string): DocumentKind | undefined {
  const indentation = /^[\uFEFF ]*(?=[^\s#%-])/m.exec(text)?.[0].replace("\uFEFF", "") ?? "";
  const key = `^\\uFEFF?${indentation}(["']?)((?:open|async)api)\\1\\s*:[ \\t]+[^\\s{]`;
  const kind = new RegExp(key, "m").exec(text)?.[2];
  return isKind(kind) ? kind : undefined;
}

function isKind(word: string | undefined): word is DocumentKind {
  return word === "openapi" || word === "asyncapi";
}

function isSearched(folder: string): boolean {
  return !folder.startsWith(".") && !skipped.has(folder);
}

function hasDocumentName(name: string): boolean {
  return /\.(ya?ml|json)$/.test(name);
}
