import type { SearchEntry } from "../paths/site-page.ts";
import { entryScore } from "./entry-score.ts";
import { searchWords } from "./search-words.ts";

/** A search entry, with the page that contains it. */
export interface FoundEntry extends SearchEntry {
  /** The path of the page, relative to the folder of the interface. */
  readonly path: string;
  /** The title of the page. For a change, the name of the version that contains the change. */
  readonly title: string;
}

/**
 * Finds the entries that contain all words of a query, and sorts them, the best first. If several entries
 * have the same URL, only the best one stays.
 */
export function rankEntries(
  entries: Iterable<FoundEntry>,
  query: string,
  maxResults = 50,
): readonly FoundEntry[] {
  const words = searchWords(query);
  const best = new Map<string, { readonly entry: FoundEntry; readonly score: number }>();
  for (const entry of entries) {
    const score = entryScore(entry, words);
    const place = `${entry.path}#${entry.anchor}`;
    if (score > 0 && score > (best.get(place)?.score ?? 0)) best.set(place, { entry, score });
  }
  return [...best.values()]
    .sort(
      (left, right) =>
        right.score - left.score ||
        left.entry.name.length - right.entry.name.length ||
        (left.entry.name < right.entry.name ? -1 : left.entry.name > right.entry.name ? 1 : 0),
    )
    .slice(0, maxResults)
    .map(({ entry }) => entry);
}
