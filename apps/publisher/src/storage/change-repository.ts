import type { Change, ChangeClass } from "@specwright/diff";

/**
 * A stored change, with its position. The positions in a comparison start with 0 for the most
 * severe change.
 */
export interface PlacedChange {
  readonly position: number;
  readonly change: Change;
}

/** A change in its stored form. */
export interface ChangeText {
  readonly position: number;
  readonly class: ChangeClass;
  readonly fingerprint: string;
  /** The searchable text, case-folded. */
  readonly words: string;
  /** The change as JSON, without its affected operations. */
  readonly content: string;
  /** The digest of the list of operations that the change affects. */
  readonly affectedDigest: string;
}

/**
 * A list of affected operations in its stored form. All changes that affect the same operations
 * share one list.
 */
export interface AffectedText {
  readonly digest: string;
  /** The list as JSON. */
  readonly content: string;
}

/** Selects changes, most severe first. */
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

/** A search in changes. */
export interface ChangeSearch {
  readonly interface: string;
  readonly words: readonly string[];
  /** Whether to search only public versions. If false, all versions are searched. */
  readonly isPublic: boolean;
  readonly limit: number;
}

/** Reads the changes of versions and of comparisons. */
export interface ChangeReader {
  /**
   * Returns the changes of an owner. The owner is a version with its changes since the previous
   * version, or a comparison.
   */
  list(ownerId: string, selection: ChangeSelection): Promise<readonly PlacedChange[]>;
  byFingerprint(ownerId: string, fingerprint: string): Promise<Change | undefined>;
  /** Returns the changes of an interface that contain all words, newest versions first. */
  search(search: ChangeSearch): Promise<readonly FoundChange[]>;
}

/** Stores changes. */
export interface ChangeRepository extends ChangeReader {
  insert(ownerId: string, changes: readonly ChangeText[]): Promise<void>;
  /**
   * Inserts the lists of affected operations of an owner. A list that is already stored is not
   * inserted again.
   */
  insertAffected(ownerId: string, lists: readonly AffectedText[]): Promise<void>;
  removeAll(ownerId: string): Promise<void>;
}
