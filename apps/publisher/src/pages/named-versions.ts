// Redirects the links of a former static site. In its paths, a version has its `info.version`. In
// the paths of this service, a version has its number.

import { pathSegment } from "@specwright/diff/changelog/text";
import type { PublishedVersion } from "../storage/version.ts";

/**
 * Converts a path with version names, such as `versions/1.2.0/index.html` or
 * `compare/1.1.0...1.2.0.html`, to the path
 * with numbers. Returns undefined for other paths and unknown names.
 */
export function numberedPath(
  path: string,
  versions: readonly PublishedVersion[],
): string | undefined {
  const [folder, first = "", ...rest] = path.split("/");
  if (folder === "versions") {
    const number = newestNumber(first, versions);
    return number === undefined ? undefined : ["versions", number, ...rest].join("/");
  }
  if (folder !== "compare" || rest.length > 0) return undefined;
  const [, base = "", head = "", end = ""] = /^(.+?)\.\.\.(.+)(\.html|\.md)$/.exec(first) ?? [];
  const [from, to] = [newestNumber(base, versions), newestNumber(head, versions)];
  return from === undefined || to === undefined ? undefined : `compare/${from}...${to}${end}`;
}

/** Returns the number of the newest version with a name. */
function newestNumber(segment: string, versions: readonly PublishedVersion[]): string | undefined {
  const isNamed = ({ branch, facts }: PublishedVersion): boolean =>
    branch === "main" && pathSegment(facts.version) === segment;
  const numbers = versions.filter(isNamed).map(({ number }) => number);
  return numbers.length === 0 ? undefined : `${Math.max(...numbers)}`;
}
