// Finds broken links of a site.

import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { elementsOf } from "./page-problems.ts";

const origin = "https://site.test/";

/**
 * Lists the links between the pages of a site, including Markdown pages, whose file or anchor does not
 * exist.
 */
export function brokenLinks(files: ReadonlyMap<string, string>): readonly string[] {
  const ids = new Map<string, ReadonlySet<string>>();
  const links: { readonly from: string; readonly to: string }[] = [];
  for (const [path, text] of files) {
    if (path.endsWith(".html")) {
      const elements = elementsOf(parse(text));
      ids.set(path, new Set(elements.flatMap((each) => valuesOf(each, ["id"]))));
      for (const each of elements) {
        for (const to of valuesOf(each, ["href", "src", "action"])) links.push({ from: path, to });
      }
    } else if (/\.md$|(?:^|\/)llms\.txt$/.test(path)) {
      // Code may look like the start of a link; our URLs encode backticks.
      for (const [, to = ""] of text.matchAll(/\]\(<([^>`\n]*)>\)/g))
        links.push({ from: path, to });
    }
  }
  return links.flatMap(({ from, to }) => {
    const url = new URL(to, origin + from);
    if (!url.href.startsWith(origin)) return [];
    const path = decodeURIComponent(url.pathname.slice(1)).replace(/(?<=^|\/)$/, "index.html");
    const anchor = decodeURIComponent(url.hash.slice(1));
    const isThere = files.has(path) && (anchor === "" || hasAnchor(path, anchor, ids));
    return isThere ? [] : [`${from}: ${to}`];
  });
}

function hasAnchor(
  path: string,
  anchor: string,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  // Headings in Markdown have no ids.
  return path.endsWith(".md") || ids.get(path)?.has(anchor) === true;
}

function valuesOf(
  { attrs }: DefaultTreeAdapterTypes.Element,
  names: readonly string[],
): readonly string[] {
  return attrs.filter(({ name }) => names.includes(name)).map(({ value }) => value);
}
