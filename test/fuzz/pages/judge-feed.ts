// What is wrong with a feed: it is well-formed, and the HTML in it has only elements of ours.

import { readAtom, readRss } from "../../../generators/diff/test/changelog/read-feeds.ts";
import { fragmentProblems } from "../../../generators/site/test/page-problems.ts";

/** Lists what no feed may have. Throws if it breaks the rules of its format. */
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
