import type { RecordKeys } from "../../log/sequenced-log.ts";

/**
 * Filter values that earlier frames had together with some value. For a market, for example, its event.
 */
export interface StoredReference {
  /** The kind of the value. It names a channel and one of the filters of the channel. */
  readonly table: string;
  /** The broker and the value, separated by a line break. */
  readonly key: string;
  /** The values that the other filters had in frames with this value. */
  readonly values: RecordKeys;
}

/** Stores filter values for longer than the log keeps frames. */
export interface ReferenceStore {
  /** Returns all stored references. The oldest come first. */
  load(): Iterable<StoredReference>;
  /**
   * Stores references. A reference replaces a stored one with the same table and key. Throws if storing
   * fails.
   */
  save(references: readonly StoredReference[]): void;
  /** Deletes a reference. */
  forget(table: string, key: string): void;
}
