import type { StreamCursor } from "@specwright/runtime/codegen";

/** Keeps how far a consumer is, where a cursor was given for it. */
export interface ReaderPlace {
  /** Tells whether there is a cursor. */
  readonly kept: boolean;
  /** Gives the number of the last message dealt with, if one is known. */
  load(): Promise<bigint | undefined>;
  /** Notes the place that a message has, which is handed over: dealt with once `save` is called. */
  hand(position: bigint | undefined): void;
  /** Saves the place of the message handed over last, once. */
  save(): Promise<void>;
  /** Makes what was saved lasting. */
  flush(): Promise<void>;
}

/** Makes the place of a consumer; all of it does nothing without a cursor. */
export function createReaderPlace(cursor: StreamCursor | undefined): ReaderPlace {
  let handed: bigint | undefined;
  let saved: bigint | undefined;
  return {
    kept: cursor !== undefined,
    async load() {
      saved = await cursor?.load();
      return saved;
    },
    hand(position) {
      handed = position;
    },
    async save() {
      const position = handed;
      if (cursor === undefined || position === undefined || position === saved) return;
      await cursor.save(position);
      saved = position;
    },
    async flush() {
      await cursor?.flush?.();
    },
  };
}
