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
  /** The change as JSON. */
  readonly content: string;
}

/** Which changes to list, the worst first. */
export interface ChangeSelection {
  readonly limit: number;
  /** Continues after the change at this position. */
  readonly after?: number;
  readonly classes?: readonly ChangeClass[];
}

/** Reads the changes of versions and of comparisons. */
export interface ChangeReader {
  /** The owner is a version, for its changes since the previous one, or a comparison. */
  list(ownerId: string, selection: ChangeSelection): Promise<readonly PlacedChange[]>;
  byFingerprint(ownerId: string, fingerprint: string): Promise<Change | undefined>;
}

/** Stores changes. */
export interface ChangeRepository extends ChangeReader {
  insert(ownerId: string, changes: readonly ChangeText[]): Promise<void>;
  removeAll(ownerId: string): Promise<void>;
}
