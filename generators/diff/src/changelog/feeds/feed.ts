// A feed in memory, before it is written as RSS, Atom or JSON.

import type { PublishedInterface, Release } from "../releases/release.ts";

/** A feed of releases or of changes. */
export interface Feed {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The page that shows the content of the feed to people. */
  readonly siteUrl: string;
  /** Such as `en` or `pt-BR`. */
  readonly language: string;
  readonly author: string;
  /** The newest first. */
  readonly entries: readonly FeedEntry[];
  /** The latest `updated` of the entries, in milliseconds; 0 if unknown. */
  readonly updated: number;
}

/** An entry of a feed: a release, or a change in a release. */
export interface FeedEntry {
  /** The permanent id, which RSS calls `guid`. See `entry-id.ts`. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  /** One or two sentences without markup. */
  readonly summary: string;
  readonly html: string;
  readonly categories: readonly string[];
  /** The time of publication in milliseconds; absent if unknown. */
  readonly published?: number;
  /**
   * The time at which the content last changed, in milliseconds. For an undated entry, the time of the last
   * dated release before it, or 0 if no such release exists.
   */
  readonly updated: number;
  readonly source: FeedEntrySource;
}

/** The release and the changes of an entry, for programs. */
export interface FeedEntrySource {
  readonly interface: PublishedInterface;
  readonly version: string;
  readonly release: Release;
  readonly changes: Release["changes"];
}
