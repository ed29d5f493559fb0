import type { Change } from "../../changes/change.ts";
import type { Release } from "../releases/release.ts";
import type { ChangeFilter } from "../releases/select-changes.ts";

/** Options for `rssFeed` and `atomFeed`. */
export interface FeedOptions {
  readonly title: string;
  readonly description?: string;
  /** The page with the changelog. */
  readonly siteUrl: string;
  /**
   * Returns the URL of the page with all changes of a release. Without this function, entries link to the
   * home page of the interface.
   */
  readonly releaseUrl?: (release: Release) => string;
  /** Returns the URL of a change. Default: the anchor of the change on the page of the release. */
  readonly changeUrl?: (release: Release, change: Change) => string;
  /**
   * A domain, and a date on which you owned the domain, such as `example.com,2026`. Every id contains this
   * text: never change it, even if the site moves.
   */
  readonly authority: string;
  readonly filter?: ChangeFilter;
  /** Whether an entry is a release or a change. Default `releases`. */
  readonly entries?: "releases" | "changes";
  /** The largest number of entries. Default 100. */
  readonly maxEntries?: number;
  /** The largest number of changes in the entry of a release. Default 100. */
  readonly maxChanges?: number;
  /** Default `en`. */
  readonly language?: string;
  /** The publisher. Default: the title. */
  readonly author?: string;
}
