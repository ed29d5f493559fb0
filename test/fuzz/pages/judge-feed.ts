// Finds faults in a feed: it must be well-formed, and its HTML may only have our elements.

import { readAtom, readRss } from "../../../generators/diff/test/changelog/read-feeds.ts";
import { fragmentProblems } from "../../../generators/site/test/page-problems.ts";

/** Lists the forbidden parts of a feed. Throws if the feed breaks its format. */
export function feedProblems(path: string, text: string): readonly string[] {
  if (path.endsWith(".json")) return jsonProblems(text);
  const { entries } = path.endsWith(".rss") ? readRss(text) : readAtom(text);
  // The summary of RSS is HTML, too.
  return entries.flatMap(({ html, summary }) => [
    ...fragmentProblems(html),
    ...(path.endsWith(".rss") ? fragmentProblems(summary) : []),
  ]);
}

function jsonProblems(text: string): readonly string[] {
  const { items }: { readonly items: readonly { readonly content_html: string }[] } =
    JSON.parse(text);
  return items.flatMap(({ content_html }) => fragmentProblems(content_html));
}
