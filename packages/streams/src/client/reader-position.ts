import type { StreamCursor, StreamPosition } from "@specwright/runtime";
import type { ReaderMark } from "./numbering.ts";

/** Tracks the consumer's position, and saves it to the cursor if there is one. */
export interface ReaderPosition {
  /** Whether there is a cursor. */
  readonly kept: boolean;
  /** Returns the stored position of the last processed message, if there is one. */
  load(): Promise<StreamPosition | undefined>;
  /**
   * Records the position of a message that is passed to the consumer. The message counts as processed at
   * the next call of `save`.
   */
  hand(position: ReaderMark | undefined): void;
  /** Saves the position of the last processed message, if it is not saved yet. */
  save(): Promise<void>;
  /** Writes positions that the cursor has not written yet. */
  flush(): Promise<void>;
}

/** Creates the position of a consumer. Without a cursor, its methods do nothing. */
export function createReaderPosition(cursor: StreamCursor | undefined): ReaderPosition {
  let handed: ReaderMark | undefined;
  let saved: ReaderMark | undefined;
  return {
    kept: cursor !== undefined,
    async load() {
      const position = await cursor?.load();
      return typeof position === "bigint" ? { seq: position } : position;
    },
    hand(position) {
      handed = position;
    },
    async save() {
      const position = handed;
      if (cursor === undefined || position === undefined || position === saved) return;
      await cursor.save(position.seq, () => position.mark());
      saved = position;
    },
    async flush() {
      await cursor?.flush?.();
    },
  };
}
