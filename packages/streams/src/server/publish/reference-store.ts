import type { RecordKeys } from "../../log/sequenced-log.ts";

/** Facts about a value from earlier frames, such as the event of a market. */
export interface StoredReference {
  /** The kind of the value: a channel and a filter of it. */
  readonly table: string;
  /** The broker and the value, separated by a line break. */
  readonly key: string;
  /** The values of other filters in frames with this value. */
  readonly values: RecordKeys;
}

/** Keeps references beyond the retention of the log. */
export interface ReferenceStore {
  /** Returns the stored references, oldest first. */
  load(): Iterable<StoredReference>;
  /** Replaces references with the same table and key. Throws if it fails. */
  save(references: readonly StoredReference[]): void;
  /** Deletes a reference. */
  forget(table: string, key: string): void;
}
