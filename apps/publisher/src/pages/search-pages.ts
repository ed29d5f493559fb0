import {
  changePath,
  changeSearchEntry,
  type FoundEntry,
  rankEntries,
  searchPage,
  searchWords,
  versionTitle,
} from "@specwright/site";
import type { HttpServices } from "../http-services.ts";
import { inInterface } from "./in-interface.ts";
import type { InterfaceView } from "./read-interface.ts";
import type { ShownPage } from "./shown-page.ts";

const MAX_PAGES = 200;
const MAX_CHANGES = 200;
const MAX_RESULTS = 50;
const MAX_QUERY = 400;

/** Shows search results: the reference of the newest version, and changes of all versions. */
export async function showSearch(
  services: HttpServices,
  view: InterfaceView,
  query: string | null,
): Promise<ShownPage> {
  const asked = (query ?? "").slice(0, MAX_QUERY).toWellFormed();
  const words = searchWords(asked);
  const [reference, changes] = await Promise.all([
    words.length === 0 ? NONE : findReference(services, view, words),
    words.length === 0 ? NONE : findChanges(services, view, words),
  ]);
  const entries = [...reference.entries, ...changes.entries];
  const best = rankEntries(entries, asked, MAX_RESULTS + 1);
  const results = {
    query: asked,
    entries: best.slice(0, MAX_RESULTS),
    isCut: best.length > MAX_RESULTS || reference.isCut || changes.isCut,
  };
  const page = searchPage(words.length === 0 ? undefined : results);
  const shown = await inInterface(services, view, { page });
  return {
    ...shown,
    frame: { ...shown.frame, search: { path: "search.html", query: asked } },
    modifiedAt: undefined,
    // Caches must not store the page, because search terms are private.
    headers: { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" },
  };
}

/** Results from one table. */
interface Found {
  readonly entries: readonly FoundEntry[];
  readonly isCut: boolean;
}

const NONE: Found = { entries: [], isCut: false };

async function findReference(
  { storage }: HttpServices,
  { newest }: InterfaceView,
  words: readonly string[],
): Promise<Found> {
  if (newest === undefined) return NONE;
  const found = await storage.committed.pages.search(newest.id, words, MAX_PAGES);
  const entries = found.flatMap(({ page, entries: own }) =>
    own.map((entry): FoundEntry => ({ ...entry, path: page.path, title: page.title })),
  );
  return { entries, isCut: found.length === MAX_PAGES };
}

async function findChanges(
  { storage }: HttpServices,
  { name, versions, releases, isOpen }: InterfaceView,
  words: readonly string[],
): Promise<Found> {
  const found = await storage.committed.changes.search({
    ...{ interface: name, words, isPublic: !isOpen, limit: MAX_CHANGES },
  });
  const entries = found.flatMap(({ versionId, change }): FoundEntry[] => {
    const at = versions.findIndex(({ id }) => id === versionId);
    const [version, release] = [versions[at], releases[at]];
    if (version === undefined || release === undefined) return [];
    const path = `versions/${version.number}/${changePath(change.fingerprint)}`;
    return [{ ...changeSearchEntry(change), path, title: versionTitle(release) }];
  });
  return { entries, isCut: found.length === MAX_CHANGES };
}
