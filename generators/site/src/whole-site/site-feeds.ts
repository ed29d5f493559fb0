import { type FeedFile, feedFiles, type Release, releaseKey } from "@specwright/diff/changelog";
import { changePath } from "../changes/change-list.ts";
import { versionFolder } from "../changes/compared-versions.ts";
import { interfaceFolder } from "../changes/interfaces-page.ts";
import { versionChangesPath } from "../changes/version-changes-path.ts";
import type { WholeSiteOptions } from "./site-interface.ts";

/** Options for `siteFeeds`; see `WholeSiteOptions`. */
export interface SiteFeedsOptions
  extends Pick<WholeSiteOptions, "title" | "authority" | "language"> {
  readonly baseUrl: string;
}

/**
 * Returns the feeds of a site, and `latest.json` for each interface. Does not write pages. Entries link to
 * the pages that `wholeSite` writes. The releases of each interface must be in order of publication, the
 * oldest first.
 *
 * @throws {ChangelogError} `duplicate_version`, `invalid_date`, `invalid_url`, `invalid_authority`.
 */
export function siteFeeds(
  releases: readonly Release[],
  { title, baseUrl, authority, language }: SiteFeedsOptions,
): readonly FeedFile[] {
  const addressOf = (release: Release, path: string): string => {
    const folder = interfaceFolder(release.interface) + versionFolder(releaseKey(release));
    return `${baseUrl.replace(/\/$/, "")}/${folder}${path}`;
  };
  return feedFiles(releases, {
    title,
    baseUrl,
    authority: authority ?? defaultAuthority(baseUrl),
    releaseUrl: (release) => addressOf(release, versionChangesPath),
    changeUrl: (release, { fingerprint }) => addressOf(release, changePath(fingerprint)),
    ...(language !== undefined && { language }),
  });
}

/** Returns the default authority for the ids in feeds of a site. */
export function defaultAuthority(baseUrl: string): string {
  // The year is fixed, because ids must be the same in every run.
  return `${URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ""},2026`;
}
