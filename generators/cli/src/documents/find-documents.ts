// Finds OpenAPI and AsyncAPI documents among files.

import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

const skipped = new Set(["node_modules", "dist", "build"]);
const maxDepth = 4;
/** The loader rejects files with more bytes. */
const maxDocumentBytes = 67_108_864;

/** The specification of a document. */
export type DocumentKind = "openapi" | "asyncapi";

/** Returns the documents in a folder and its subfolders, as sorted paths relative to the folder. */
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

/**
 * Reports whether the names in a path allow that the file is a document. The path is relative to the
 * searched folder.
 */
export function mayBeDocument(path: string): boolean {
  const folders = path.split("/").slice(0, -1);
  return folders.length <= maxDepth && folders.every(isSearched) && hasDocumentName(path);
}

/** Reports whether a text is an OpenAPI or AsyncAPI document, by its top-level keys. */
export function isDocumentText(text: string): boolean {
  return documentKind(text) !== undefined;
}

/**
 * Returns the specification of a document by its top-level key `openapi` or `asyncapi`. The key may be
 * anywhere at the top level. Returns `undefined` if the text is not a document.
 */
export function documentKind(text: string): DocumentKind | undefined {
  if (!/(?:open|async)api/.test(text)) return undefined;
  return /^(?:\s|#.*\n)*\{/.test(text) ? kindOfFlow(text) : kindOfBlock(text);
}

/** Looks for the key in the outermost object of JSON, or of YAML with braces. */
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

/** Looks for the key in a line with the same indentation as the first line. */
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
