import type { Change, ChangeClass } from "@specwright/diff";

/** A stored change. Its position counts the changes of a comparison from 0, the worst first. */
export interface PlacedChange {
  readonly position: number;
  readonly change: Change;
}

/** A change in the form in which it is stored. */
export interface ChangeText {
  readonly position: number;
  readonly class: ChangeClass;
  readonly fingerprint: string;
  /** What a search finds it by, in the form in which it is searched. */
  readonly words: string;
  /** The change as JSON, without what it affects. */
  readonly content: string;
  /** What it affects. */
  readonly affectedDigest: string;
}

/** What changes affect, in the form in which it is stored: once for all that affect the same. */
export interface AffectedText {
  readonly digest: string;
  /** The properties of changes that list it, as JSON. */
  readonly content: string;
}

/** Which changes to list, the worst first. */
export interface ChangeSelection {
  readonly limit: number;
  /** Continues after the change at this position. */
  readonly after?: number;
  readonly classes?: readonly ChangeClass[];
}

/** A change that a search found. */
export interface FoundChange {
  readonly versionId: string;
  readonly change: Change;
}

/** What to search for. */
export interface ChangeSearch {
  readonly interface: string;
  readonly words: readonly string[];
  /** Whether only versions that everybody may read are searched. */
  readonly isPublic: boolean;
  readonly limit: number;
}

/** Reads the changes of versions and of comparisons. */
export interface ChangeReader {
  /** The owner is a version, for its changes since the previous one, or a comparison. */
  list(ownerId: string, selection: ChangeSelection): Promise<readonly PlacedChange[]>;
  byFingerprint(ownerId: string, fingerprint: string): Promise<Change | undefined>;
  /** Returns the changes of an interface that contain all words, those of its newest versions first. */
  search(search: ChangeSearch): Promise<readonly FoundChange[]>;
}

/** Stores changes. */
export interface ChangeRepository extends ChangeReader {
  insert(ownerId: string, changes: readonly ChangeText[]): Promise<void>;
  /** Inserts what changes of the same owner affect, each list once. */
  insertAffected(ownerId: string, lists: readonly AffectedText[]): Promise<void>;
  removeAll(ownerId: string): Promise<void>;
}
