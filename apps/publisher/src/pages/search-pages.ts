import { type FoundEntry, rankEntries, searchPage, searchWords } from "@specwright/site";
import type { HttpServices } from "../http-services.ts";
import { inInterface } from "./in-interface.ts";
import type { InterfaceView } from "./read-interface.ts";
import type { ShownPage } from "./shown-page.ts";

const MAX_PAGES = 200;
const MAX_RESULTS = 50;
const MAX_QUERY = 400;

/** Shows what a search finds in the newest version. */
export async function showSearch(
  services: HttpServices,
  view: InterfaceView,
  query: string | null,
): Promise<ShownPage> {
  const asked = (query ?? "").slice(0, MAX_QUERY).toWellFormed();
  const words = searchWords(asked);
  const found =
    view.newest === undefined || words.length === 0
      ? []
      : await services.storage.committed.pages.search(view.newest.id, words, MAX_PAGES);
  const entries = found.flatMap(({ page, entries: own }) =>
    own.map((entry): FoundEntry => ({ ...entry, path: page.path, title: page.title })),
  );
  const best = rankEntries(entries, asked, MAX_RESULTS + 1);
  const results = {
    query: asked,
    entries: best.slice(0, MAX_RESULTS),
    isCut: best.length > MAX_RESULTS || found.length === MAX_PAGES,
  };
  const page = searchPage(words.length === 0 ? undefined : results);
  const shown = await inInterface(services, view, { page });
  return {
    ...shown,
    frame: { ...shown.frame, search: { path: "search.html", query: asked } },
    modifiedAt: undefined,
    // What somebody searches for is nobody else's business.
    headers: { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" },
  };
}
