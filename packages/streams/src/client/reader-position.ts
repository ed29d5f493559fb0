import type { StreamCursor, StreamPosition } from "@specwright/runtime";
import type { ReaderMark } from "./numbering.ts";

/** Tracks the consumer's position, and saves it to the cursor if there is one. */
export interface ReaderPosition {
  /** Whether there is a cursor. */
  readonly kept: boolean;
  /** Returns the position of the last processed message, if known. */
  load(): Promise<StreamPosition | undefined>;
  /**
   * Records the position after a message that is being delivered. The message counts as processed
   * once `save` is called.
   */
  hand(position: ReaderMark | undefined): void;
  /** Saves the position of the last delivered message, once. */
  save(): Promise<void>;
  /** Writes deferred positions. */
  flush(): Promise<void>;
}

/** Creates the position of a consumer; without a cursor it does nothing. */
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
