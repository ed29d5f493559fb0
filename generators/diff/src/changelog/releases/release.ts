// The releases of an interface, of which feeds, pages and changelogs are made.

import type { Change } from "../../changes/change.ts";
import type { ReleaseCommit } from "./release-commit.ts";

/** An interface whose versions are published. */
export interface PublishedInterface {
  /** A short name that never changes, such as `marketplace`; it is a part of every id in feeds. */
  readonly id: string;
  readonly title: string;
  /** The address of its home page; relative links in notes are resolved against it. */
  readonly url: string;
}

/** A released version of an interface, and what it changed. */
export interface Release {
  readonly interface: PublishedInterface;
  /** Such as `1.4.0`; it never changes once released. */
  readonly version: string;
  /**
   * What tells the release apart from others of the interface, in ids and addresses: `version` by
   * default. For interfaces that may release a version twice; it never changes either.
   */
  readonly key?: string;
  /** The branch that it was released on; absent for the one that users follow. */
  readonly branch?: string;
  /** The key of the release with which it was compared; absent if there was none before it. */
  readonly previous?: string;
  /**
   * When it was released, and not when it was uploaded or built: a day (`2022-05-02`) or an instant
   * (`2022-05-02T09:30:00Z`). Absent if nobody knows.
   */
  readonly date?: string;
  /**
   * When the meaning of this entry was last changed, or when it was first shown if its date is
   * earlier.
   */
  readonly revised?: string;
  /**
   * Why it was taken back; empty if nobody said. Its entry stays in all feeds, under its id, and says
   * so in place of everything else. Absent if it was not.
   */
  readonly withdrawn?: string;
  readonly title?: string;
  /** What its author says about it, in Markdown. */
  readonly notes?: string;
  /** The commits that changed its document since `previous`, the oldest first. */
  readonly commits?: readonly ReleaseCommit[];
  /** What it changed, the worst first. */
  readonly changes: readonly Change[];
  /** The tags of operations, by name as in `Affected.operation`. */
  readonly operationTags?: Readonly<Record<string, readonly string[]>>;
}

/** Returns what tells a release apart from others of its interface. */
export function releaseKey({ key, version }: Release): string {
  return key ?? version;
}
