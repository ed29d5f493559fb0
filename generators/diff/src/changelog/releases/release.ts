// The releases of an interface: the input of feeds, pages and changelogs.

import type { Change } from "../../changes/change.ts";
import type { ReleaseCommit } from "./release-commit.ts";

/** An interface whose versions are published. */
export interface PublishedInterface {
  /** A short id that never changes, such as `marketplace`. Every id in feeds contains this id. */
  readonly id: string;
  readonly title: string;
  /** The URL of its home page. Relative links in notes are resolved against it. */
  readonly url: string;
}

/** A released version of an interface, with the changes since the previous release. */
export interface Release {
  readonly interface: PublishedInterface;
  /** Such as `1.4.0`. It never changes after the release. */
  readonly version: string;
  /**
   * The unique key of the release within the interface. Ids of feed entries and URLs contain this key.
   * Default: `version`. Set a key if the same version may be released twice. The key must never change.
   */
  readonly key?: string;
  /** The branch of the release; absent for the main branch. */
  readonly branch?: string;
  /** The key of the earlier release with which this release was compared; absent for the first release. */
  readonly previous?: string;
  /**
   * The date of the release, not of the upload or build. Either a day (`2022-05-02`) or an instant
   * (`2022-05-02T09:30:00Z`); absent if unknown.
   */
  readonly date?: string;
  /**
   * The time at which this entry last changed. Before any change, the time of first publication, if this is
   * later than `date`.
   */
  readonly revised?: string;
  /**
   * The reason why the release was withdrawn. Empty if no reason was given; absent if the release was not
   * withdrawn. Feeds keep the entry of a withdrawn release, but show only this reason.
   */
  readonly withdrawn?: string;
  readonly title?: string;
  /** The author's release notes, in Markdown. */
  readonly notes?: string;
  /** The commits that changed the document of the interface since `previous`, the oldest first. */
  readonly commits?: readonly ReleaseCommit[];
  /** The changes since `previous`, the worst first. */
  readonly changes: readonly Change[];
  /** The tags of operations. The keys are the names of operations, as in `Affected.operation`. */
  readonly operationTags?: Readonly<Record<string, readonly string[]>>;
}

/** Returns the unique key of a release within its interface. */
export function releaseKey({ key, version }: Release): string {
  return key ?? version;
}
