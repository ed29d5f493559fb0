import { type Release, releaseKey } from "@specwright/changelog";
import { type Html, html } from "../html/html.ts";
import { dateText } from "../text/date-text.ts";
import { plainText } from "../text/plain-text.ts";

/** Returns what a version is called: `1.2.0`, or `1.0 (#3)` if versions are told apart by keys. */
export function versionName(release: Release): string {
  const key = releaseKey(release);
  const version = plainText(release.version) || "Unnamed";
  return key === release.version ? version : `${version} (#${plainText(key)})`;
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
