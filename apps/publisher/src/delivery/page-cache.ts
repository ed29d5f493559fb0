import type { FinishedPage } from "./finished-page.ts";

/** Finished pages in memory, up to a number of bytes. */
export interface PageCache {
  /** Returns the page if it was created from this revision of its data. */
  get(key: string, revision: string): FinishedPage | undefined;
  /** Stores a page. Removes the least recently used pages if there is not enough room. */
  set(key: string, revision: string, page: FinishedPage): void;
}

interface Entry {
  readonly revision: string;
  readonly page: FinishedPage;
  readonly size: number;
}

/** The overhead of an entry in bytes: its key, headers and objects. */
const ENTRY_BYTES = 1500;

/** Creates an empty cache. */
export function pageCache(maxBytes: number): PageCache {
  // A map keeps the order of its keys, so the first key is the least recently used.
  const entries = new Map<string, Entry>();
  let total = 0;

  function removeEntry(key: string, { size }: Entry): void {
    entries.delete(key);
    total -= size;
  }

  return {
    get(key, revision) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (entry.revision !== revision) {
        removeEntry(key, entry);
        return undefined;
      }
      entries.delete(key);
      entries.set(key, entry);
      return entry.page;
    },
    set(key, revision, page) {
      const size = ENTRY_BYTES + page.bytes.length + (page.gzip?.length ?? 0);
      const known = entries.get(key);
      if (known !== undefined) removeEntry(key, known);
      if (size > maxBytes) return;
      entries.set(key, { revision, page, size });
      total += size;
      for (const [oldest, entry] of entries) {
        if (total <= maxBytes) break;
        removeEntry(oldest, entry);
      }
    },
  };
}
