// The releases of an interface: the input of feeds, pages and changelogs.

import type { Change } from "../../changes/change.ts";
import type { ReleaseCommit } from "./release-commit.ts";

/** An interface whose versions are published. */
export interface PublishedInterface {
  /** A short name that never changes, such as `marketplace`. It is part of every id in feeds. */
  readonly id: string;
  readonly title: string;
  /** The URL of its home page. Relative links in notes are resolved against it. */
  readonly url: string;
}

/** A released version of an interface with its changes. */
export interface Release {
  readonly interface: PublishedInterface;
  /** Such as `1.4.0`. It never changes after the release. */
  readonly version: string;
  /**
   * The unique name of the release within the interface, in ids and URLs. Default: `version`. Set it if a
   * version may be released twice; it never changes.
   */
  readonly key?: string;
  /** The branch of the release; absent for the main branch. */
  readonly branch?: string;
  /** The key of the release with which it was compared; absent for the first release. */
  readonly previous?: string;
  /**
   * The date of the release, not of the upload or build: a day (`2022-05-02`) or an instant
   * (`2022-05-02T09:30:00Z`). Absent if unknown.
   */
  readonly date?: string;
  /**
   * The time of the last change of this entry, or of its first publication if its date is earlier.
   */
  readonly revised?: string;
  /**
   * The reason why the release was withdrawn; empty without a reason, absent if it was not withdrawn. Its
   * entry stays in all feeds, with only this reason.
   */
  readonly withdrawn?: string;
  readonly title?: string;
  /** The author's release notes, in Markdown. */
  readonly notes?: string;
  /** The commits that changed its document since `previous`, the oldest first. */
  readonly commits?: readonly ReleaseCommit[];
  /** Its changes, the worst first. */
  readonly changes: readonly Change[];
  /** The tags of operations, by name as in `Affected.operation`. */
  readonly operationTags?: Readonly<Record<string, readonly string[]>>;
}

/** Returns the unique name of a release within its interface. */
export function releaseKey({ key, version }: Release): string {
  return key ?? version;
}
