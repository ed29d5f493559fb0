import { type Release, releaseKey } from "@specwright/diff/changelog";
import { type Html, html } from "../html/html.ts";
import { dateText } from "../text/date-text.ts";
import { plainText } from "../text/plain-text.ts";

/**
 * Returns what a version is called: `1.2.0`, or `1.0 (#3)` if versions are told apart by keys; with
 * its branch, such as `1.0 (#3, next)`, unless that is the one that users follow.
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

/** Returns what a version is called where nothing else says that it is one: `Version 1.2.0`. */
export function versionTitle(release: Release): string {
  return `Version ${versionName(release)}`;
}

/** Says when a version was released; `Undated` if nobody knows. */
export function releasedText({ date }: Release): string {
  return date === undefined ? "Undated" : `Released on ${dateText(date)}`;
}

/** Writes when a version was released. */
export function releasedHtml({ date }: Release): Html {
  return date === undefined
    ? html`Undated`
    : html`Released on <time datetime="${date}">${dateText(date)}</time>`;
}
