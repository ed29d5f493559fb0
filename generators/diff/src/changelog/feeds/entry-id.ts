// The ids of feeds and entries. An id is a tag URI (RFC 4151) made of names that never change. It stays the
// same after an edited title, a rebuild or a move to a different URL.

import type { Change } from "../../changes/change.ts";
import { ChangelogError } from "../changelog-error.ts";
import { type Release, releaseKey } from "../releases/release.ts";
import type { ChangeFilter } from "../releases/select-changes.ts";

export function releaseId(authority: string, release: Release): string {
  return tagUri(authority, ["releases", release.interface.id, releaseKey(release)]);
}

/**
 * Returns the id of a change in feeds. The id includes the version: if the same change is released,
 * reverted and released again, both releases have different ids for the change.
 */
export function changeId(authority: string, release: Release, { fingerprint }: Change): string {
  return tagUri(authority, ["changes", release.interface.id, releaseKey(release), fingerprint]);
}

/** Returns the id of a feed, unique for each filter. */
export function feedId(
  authority: string,
  entries: "releases" | "changes",
  { show = "all", interface: id = "", tag = "" }: ChangeFilter,
): string {
  return tagUri(authority, ["feeds", entries, show, id, tag]);
}

function tagUri(authority: string, names: readonly string[]): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9.@_-]*,\d{4}(?:-\d\d){0,2}$/.test(authority)) {
    throw new ChangelogError(
      "invalid_authority",
      `Invalid authority ${JSON.stringify(authority)}. Expected a domain and a date, such as "example.com,2026".`,
    );
  }
  return `tag:${authority}:${names.map((each) => encodeURIComponent(each.toWellFormed())).join("/")}`;
}
