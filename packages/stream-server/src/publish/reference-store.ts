import type { RecordKeys } from "@specwright/sequenced-log";

/** What frames told of a value, such as of which event a market is. */
export interface StoredReference {
  /** What the value is: a channel and a filter of it. */
  readonly table: string;
  /** The broker and the value, with a line break between. */
  readonly key: string;
  /** The values that frames with it had for other filters. */
  readonly values: RecordKeys;
}

/** Keeps what frames told beyond the retention of the log, which tells the rest. */
export interface ReferenceStore {
  /** Returns what is kept, the oldest first. */
  load(): Iterable<StoredReference>;
  /** Puts references in the place of what was kept under the same table and key. Throws when it cannot. */
  save(references: readonly StoredReference[]): void;
  /** Forgets a reference. */
  forget(table: string, key: string): void;
}
