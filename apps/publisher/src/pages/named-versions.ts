// A static site that was made from tags names versions by what the documents say, and this service by
// numbers: addresses of the former lead to the latter.

import { pathSegment } from "@specwright/diff/changelog/text";
import type { PublishedVersion } from "../storage/version.ts";

/**
 * Returns the path below the folder of the interface that stands for one with names of versions, such
 * as `versions/1.2.0/index.html` or `compare/1.1.0...1.2.0.html`; `undefined` if it has none, or if no
 * version of `main` is called so.
 */
export function numberedPath(
  path: string,
  versions: readonly PublishedVersion[],
): string | undefined {
  const [folder, first = "", ...rest] = path.split("/");
  if (folder === "versions") {
    const number = numberOf(first, versions);
    return number === undefined ? undefined : ["versions", number, ...rest].join("/");
  }
  if (folder !== "compare" || rest.length > 0) return undefined;
  const [, base = "", head = "", end = ""] = /^(.+?)\.\.\.(.+)(\.html|\.md)$/.exec(first) ?? [];
  const [from, to] = [numberOf(base, versions), numberOf(head, versions)];
  return from === undefined || to === undefined ? undefined : `compare/${from}...${to}${end}`;
}

/** Returns the number of the newest version of a name. */
function numberOf(segment: string, versions: readonly PublishedVersion[]): string | undefined {
  const isNamed = ({ branch, facts }: PublishedVersion): boolean =>
    branch === "main" && pathSegment(facts.version) === segment;
  const numbers = versions.filter(isNamed).map(({ number }) => number);
  return numbers.length === 0 ? undefined : `${Math.max(...numbers)}`;
}
