import type { Change } from "../../changes/change.ts";
import { countChanges, countsText } from "../../report/describe-change.ts";
import { classTitles } from "../../report/report.ts";
import { plainSentence } from "../../report/sentence-parts.ts";
import { changeAnchor, changeHtml } from "../notes/change-html.ts";
import { releaseHtml, withoutChanges } from "../notes/release-html.ts";
import { groupChanges } from "../releases/group-changes.ts";
import type { PlacedRelease } from "../releases/order-releases.ts";
import { type Release, releaseKey } from "../releases/release.ts";
import { releaseTitle } from "../releases/release-title.ts";
import { affectedTags } from "../releases/select-changes.ts";
import { cleanText, escapeText } from "../text/markup.ts";
import { webAddress } from "../text/web-address.ts";
import { changeId, releaseId } from "./entry-id.ts";
import type { FeedEntry } from "./feed.ts";
import type { FeedOptions } from "./feed-options.ts";

/** Returns the entry of a release, with the given changes. */
export function releaseEntry(
  placed: PlacedRelease,
  changes: readonly Change[],
  { authority, releaseUrl, maxChanges = 100 }: FeedOptions,
): FeedEntry {
  const { release } = placed;
  const page = releaseUrl && webAddress(releaseUrl(release));
  const counts = countsText(countChanges(changes));
  const title = releaseTitle(release);
  return {
    ...timesOf(placed),
    id: releaseId(authority, release),
    url: page ?? ownAddress(release, releaseKey(release)),
    title: release.title === undefined && counts !== "" ? `${title}: ${counts}` : title,
    summary: counts === "" ? withoutChanges(placed) : `${counts}.`,
    html: releaseHtml(placed, { changes, maxChanges, headingLevel: 3, ...(page && { url: page }) }),
    categories: categoriesOf(placed, changes),
    source: { interface: release.interface, version: release.version, release, changes },
  };
}

/**
 * Returns the entry of a withdrawn release. The entry has the id of the original entry, so feed readers
 * replace the original.
 */
export function tombstoneEntry(
  placed: PlacedRelease,
  reason: string,
  { authority, releaseUrl }: FeedOptions,
): FeedEntry {
  const { interface: owner, version, key, branch } = placed.release;
  // Omits the title and the notes of the withdrawn release.
  const release: Release = {
    ...{ interface: owner, version, changes: [] },
    ...(key !== undefined && { key }),
    ...(branch !== undefined && { branch }),
  };
  const summary = reason === "" ? "This version was withdrawn." : `Withdrawn: ${reason}`;
  return {
    ...timesOf(placed),
    id: releaseId(authority, release),
    url: releaseUrl ? webAddress(releaseUrl(release)) : ownAddress(release, releaseKey(release)),
    title: `${releaseTitle(release)}: withdrawn`,
    summary,
    html: `<p>${escapeText(summary)}</p>`,
    categories: ["withdrawn"],
    source: { interface: owner, version, release, changes: [] },
  };
}

/**
 * Returns an entry for each change. If several changes have the same fingerprint, only the first gets an
 * entry.
 */
export function changeEntries(
  placed: PlacedRelease,
  changes: readonly Change[],
  { authority, releaseUrl, changeUrl, maxEntries = 100 }: FeedOptions,
): readonly FeedEntry[] {
  const { release } = placed;
  const page = releaseUrl && webAddress(releaseUrl(release));
  const urlOf = (change: Change): string => {
    if (changeUrl !== undefined) return webAddress(changeUrl(release, change));
    const anchor = changeAnchor(change);
    if (page !== undefined) return `${page}#${anchor}`;
    return ownAddress(release, `${releaseKey(release)}-${anchor}`);
  };
  const known = new Set<string>();
  const distinct = changes.filter(
    ({ fingerprint }) => !known.has(fingerprint) && known.add(fingerprint),
  );
  return distinct.slice(0, maxEntries).map((change) => ({
    ...timesOf(placed),
    id: changeId(authority, release, change),
    url: urlOf(change),
    title: `${releaseTitle(release)}: ${plainSentence(change.message)}`,
    summary: `${classTitles[change.class].heading}: ${plainSentence(change.why)}`,
    html: changeHtml(change),
    categories: categoriesOf(placed, [change]),
    source: { interface: release.interface, version: release.version, release, changes: [change] },
  }));
}

/**
 * Returns the URL of an entry that has no page. The URL is the home page of the interface with a unique
 * fragment, because many feed readers merge entries with the same URL.
 */
function ownAddress(release: Release, fragment: string): string {
  const address = new URL(webAddress(release.interface.url));
  address.hash = encodeURIComponent(fragment.toWellFormed());
  return address.href;
}

/**
 * Returns the categories of an entry: the classes of changes, the tags of affected operations, and
 * `undated` if the release has no date.
 */
function categoriesOf(
  { release, isDated }: PlacedRelease,
  changes: readonly Change[],
): readonly string[] {
  const all = [
    ...groupChanges(changes).map((group) => group.class),
    ...changes.flatMap((change) => [...affectedTags(release, change)]),
    ...(isDated ? [] : ["undated"]),
  ];
  return [...new Set(all.map(cleanText))].filter((each) => each !== "");
}

/**
 * Returns the times of an entry. Feed readers sort entries by these times; people read the date in the
 * text.
 */
function timesOf({ order, revised, isDated }: PlacedRelease): {
  readonly published?: number;
  readonly updated: number;
} {
  return { ...(isDated && { published: order }), updated: revised };
}
