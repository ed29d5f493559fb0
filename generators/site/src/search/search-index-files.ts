// Writes the search index of a static site. The index has several files, so that a page loads only the
// files that it needs.

import type { SearchEntry } from "../paths/site-page.ts";
import type { FoundEntry } from "./rank-entries.ts";

/** A file of the index. Its path is relative to the folder of the interface. */
export interface SearchIndexFile {
  readonly path: string;
  readonly text: string;
}

/** The path of the main index file, relative to the folder of the interface. */
export const searchIndexPath = "search/index.json";

/** The approximate size of an index file, in characters. */
const chunkLength = 250_000;
const maxText = 240;

/**
 * The kinds of entries, the most general first. The first index files therefore contain the best results.
 */
const order: readonly SearchEntry["kind"][] = [
  ...(["operation", "channel", "schema", "message"] as const),
  ...(["field", "value", "section", "change"] as const),
];

/**
 * Writes the index. `search/index.json` lists the other files and all pages as `[path, title]`. The other
 * files contain entries as `[kind, name, text, page, anchor]`, where `page` is an index in the list of
 * pages.
 */
export function searchIndexFiles(entries: readonly FoundEntry[]): readonly SearchIndexFile[] {
  const pages = new Map<string, readonly [number, string]>();
  for (const { path, title } of entries) {
    if (!pages.has(path)) pages.set(path, [pages.size, title]);
  }
  const sorted = order.flatMap((kind) => entries.filter((each) => each.kind === kind));
  const chunks: string[][] = [];
  let length = chunkLength;
  for (const { kind, name, text, path, anchor } of sorted) {
    const row = [kind, name, text.slice(0, maxText).toWellFormed(), pages.get(path)?.[0], anchor];
    const line = JSON.stringify(row);
    if (length + line.length > chunkLength) {
      chunks.push([]);
      length = 0;
    }
    chunks.at(-1)?.push(line);
    length += line.length;
  }
  const files = chunks.map((lines, index) => ({
    path: `search/entries-${index + 1}.json`,
    text: `[\n${lines.join(",\n")}\n]\n`,
  }));
  const index = {
    pages: [...pages].map(([path, [, title]]) => [path, title]),
    files: files.map(({ path }) => path),
  };
  return [{ path: searchIndexPath, text: `${JSON.stringify(index)}\n` }, ...files];
}
