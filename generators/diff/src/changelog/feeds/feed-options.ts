import type { Change } from "../../changes/change.ts";
import type { Release } from "../releases/release.ts";
import type { ChangeFilter } from "../releases/select-changes.ts";

/** What a feed is made of, besides the releases. */
export interface FeedOptions {
  readonly title: string;
  readonly description?: string;
  /** The page with the changelog. */
  readonly siteUrl: string;
  /**
   * Returns the address of the page of a release, which shows all its changes. Without pages,
   * entries lead to the home page of the interface.
   */
  readonly releaseUrl?: (release: Release) => string;
  /** Returns the address of a change; by default its place on the page of the release. */
  readonly changeUrl?: (release: Release, change: Change) => string;
  /**
   * A domain and a date at which it was yours, such as `example.com,2026`. It is a part of every id:
   * never change it, even if the site moves.
   */
  readonly authority: string;
  readonly filter?: ChangeFilter;
  /** What an entry is: `releases` by default. */
  readonly entries?: "releases" | "changes";
  /** How many entries the feed has at most; 100 by default. */
  readonly maxEntries?: number;
  /** How many changes the entry of a release shows at most; 100 by default. */
  readonly maxChanges?: number;
  /** `en` by default. */
  readonly language?: string;
  /** Who publishes it; the title by default. */
  readonly author?: string;
}
