import type { StreamCursor, StreamPlace } from "@specwright/runtime/codegen";
import type { ReaderMark } from "./reader-history.ts";

/** Tracks the consumer's position, and saves it to the cursor if there is one. */
export interface ReaderPlace {
  /** Whether there is a cursor. */
  readonly kept: boolean;
  /** Returns the position of the last processed message, if known. */
  load(): Promise<StreamPlace | undefined>;
  /**
   * Records the position of a message that is delivered; it counts as processed once `save` is
   * called.
   */
  hand(place: ReaderMark | undefined): void;
  /** Saves the place of the message handed over last, once. */
  save(): Promise<void>;
  /** Writes anything that was deferred. */
  flush(): Promise<void>;
}

/** Creates the position of a consumer; without a cursor it does nothing. */
export function createReaderPlace(cursor: StreamCursor | undefined): ReaderPlace {
  let handed: ReaderMark | undefined;
  let saved: ReaderMark | undefined;
  return {
    kept: cursor !== undefined,
    async load() {
      const place = await cursor?.load();
      return typeof place === "bigint" ? { seq: place } : place;
    },
    hand(place) {
      handed = place;
    },
    async save() {
      const place = handed;
      if (cursor === undefined || place === undefined || place === saved) return;
      await cursor.save(place.seq, () => place.mark());
      saved = place;
    },
    async flush() {
      await cursor?.flush?.();
    },
  };
}
