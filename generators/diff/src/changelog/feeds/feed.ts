// A feed before it is written as RSS, Atom or JSON.

import type { PublishedInterface, Release } from "../releases/release.ts";

/** A feed of releases or of changes. */
export interface Feed {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The page with the same content for readers. */
  readonly siteUrl: string;
  /** Such as `en` or `pt-BR`. */
  readonly language: string;
  readonly author: string;
  /** The newest first. */
  readonly entries: readonly FeedEntry[];
  /** When the newest change of an entry was made, in milliseconds; 0 if nobody knows. */
  readonly updated: number;
}

/** An entry of a feed: a release, or a change in one. */
export interface FeedEntry {
  /** Never changes; made in `entry-id.ts`, and the `guid` of RSS. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  /** A sentence or two without markup. */
  readonly summary: string;
  readonly html: string;
  readonly categories: readonly string[];
  /** When it was published, in milliseconds; absent if nobody knows. */
  readonly published?: number;
  /**
   * When its meaning last changed, in milliseconds. That of an undated entry is the time of the
   * dated release before it, and 0 if there is none.
   */
  readonly updated: number;
  readonly source: FeedEntrySource;
}

/** What an entry of a feed is about, for programs. */
export interface FeedEntrySource {
  readonly interface: PublishedInterface;
  readonly version: string;
  readonly release: Release;
  readonly changes: Release["changes"];
}
