import type { StreamCursor, StreamPlace } from "@specwright/runtime/codegen";
import type { ReaderMark } from "./reader-history.ts";

/** Keeps how far a consumer is, where a cursor was given for it. */
export interface ReaderPlace {
  /** Whether there is a cursor. */
  readonly kept: boolean;
  /** Returns the position of the last processed message, if known. */
  load(): Promise<StreamPlace | undefined>;
  /** Notes the place that a message has, which is handed over: dealt with once `save` is called. */
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
