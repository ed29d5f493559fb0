import { type Release, releaseKey } from "@specwright/diff/changelog";
import { type Html, html } from "../html/html.ts";
import { dateText } from "../text/date-text.ts";
import { plainText } from "../text/plain-text.ts";

/**
 * Returns the name of a version: `1.2.0`. The name contains the key if the key differs from the version:
 * `1.0 (#3)`. Outside the main branch, the name also contains the branch: `1.0 (#3, next)`.
 */
export function versionName(release: Release): string {
  const key = releaseKey(release);
  const version = plainText(release.version) || "Unnamed";
  const marks = [
    ...(key === release.version ? [] : [`#${plainText(key)}`]),
    ...(release.branch === undefined ? [] : [plainText(release.branch)]),
  ];
  return marks.length === 0 ? version : `${version} (${marks.join(", ")})`;
}

/** Returns the name as a title: `Version 1.2.0`. */
export function versionTitle(release: Release): string {
  return `Version ${versionName(release)}`;
}

/** Returns the release date in words; `Undated` if unknown. */
export function releasedText({ date }: Release): string {
  return date === undefined ? "Undated" : `Released on ${dateText(date)}`;
}

export function releasedHtml({ date }: Release): Html {
  return date === undefined
    ? html`Undated`
    : html`Released on <time datetime="${date}">${dateText(date)}</time>`;
}
