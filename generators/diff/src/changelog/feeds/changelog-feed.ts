import { orderReleases } from "../releases/order-releases.ts";
import type { Release } from "../releases/release.ts";
import { selectChanges } from "../releases/select-changes.ts";
import { cleanText } from "../text/markup.ts";
import { webAddress } from "../text/web-address.ts";
import { feedId } from "./entry-id.ts";
import type { Feed } from "./feed.ts";
import { changeEntries, releaseEntry, tombstoneEntry } from "./feed-entries.ts";
import type { FeedOptions } from "./feed-options.ts";

/**
 * Returns a feed of releases. The releases of each interface must be in order of publication, the oldest
 * first. The result depends only on the arguments, not on the current time.
 *
 * @throws {ChangelogError} `duplicate_version`, `invalid_date`, `invalid_url`, `invalid_authority`.
 * @example
 * ```ts
 * const feed = changelogFeed(releases, {
 *   title: "Changes of the shop",
 *   siteUrl: "https://example.com/changelog/",
 *   releaseUrl: (release) => `https://example.com/changelog/${release.version}`,
 *   authority: "example.com,2026",
 *   filter: { show: "breaking" },
 * });
 * const atom = atomFeed(feed, "https://example.com/changelog/breaking.atom");
 * ```
 */
export function changelogFeed(releases: readonly Release[], options: FeedOptions): Feed {
  const { filter = {}, entries: kind = "releases", maxEntries = 100 } = options;
  const entries = orderReleases(releases)
    .flatMap((placed) => {
      const { withdrawn, interface: owner } = placed.release;
      if (withdrawn !== undefined) {
        const isOwn = filter.interface === undefined || filter.interface === owner.id;
        return isOwn && filter.tag === undefined
          ? [tombstoneEntry(placed, withdrawn, options)]
          : [];
      }
      const changes = selectChanges(placed.release, filter);
      if (changes === undefined) return [];
      return kind === "releases"
        ? [releaseEntry(placed, changes, options)]
        : changeEntries(placed, changes, options);
    })
    .slice(0, maxEntries);
  const siteUrl = webAddress(options.siteUrl);
  // All formats require a title. A title that contains only characters that XML forbids is empty after
  // cleaning.
  const title = cleanText(options.title) || siteUrl;
  return {
    id: feedId(options.authority, kind, filter),
    title,
    description: cleanText(options.description ?? "") || title,
    siteUrl,
    language: options.language ?? "en",
    author: cleanText(options.author ?? "") || title,
    entries,
    updated: entries.reduce((newest, { updated }) => Math.max(newest, updated), 0),
  };
}
