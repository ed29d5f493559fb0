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
  /** The latest `updated` of the entries, in milliseconds; 0 if unknown. */
  readonly updated: number;
}

/** An entry of a feed: a release, or a change in a release. */
export interface FeedEntry {
  /** Never changes; the `guid` of RSS. See `entry-id.ts`. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  /** A sentence or two without markup. */
  readonly summary: string;
  readonly html: string;
  readonly categories: readonly string[];
  /** The time of publication in milliseconds; absent if unknown. */
  readonly published?: number;
  /**
   * The time of the last change of its content, in milliseconds. For an undated entry, the time of the
   * dated release before it, or 0.
   */
  readonly updated: number;
  readonly source: FeedEntrySource;
}

/** The subject of an entry, for programs. */
export interface FeedEntrySource {
  readonly interface: PublishedInterface;
  readonly version: string;
  readonly release: Release;
  readonly changes: Release["changes"];
}
