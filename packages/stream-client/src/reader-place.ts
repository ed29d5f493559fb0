import type { StreamCursor, StreamPlace } from "@specwright/runtime/codegen";
import type { ReaderMark } from "./reader-history.ts";

/** Keeps how far a consumer is, where a cursor was given for it. */
export interface ReaderPlace {
  /** Tells whether there is a cursor. */
  readonly kept: boolean;
  /** Gives the place of the last message dealt with, if one is known. */
  load(): Promise<StreamPlace | undefined>;
  /** Notes the place that a message has, which is handed over: dealt with once `save` is called. */
  hand(place: ReaderMark | undefined): void;
  /** Saves the place of the message handed over last, once. */
  save(): Promise<void>;
  /** Makes what was saved lasting. */
  flush(): Promise<void>;
}

/** Makes the place of a consumer; all of it does nothing without a cursor. */
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
