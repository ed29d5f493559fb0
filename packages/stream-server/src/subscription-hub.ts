import { type FrameBatch, textFrames } from "./frame-batch.ts";
import type { KeyedSource } from "./keyed-source.ts";

/** Takes the frames of the keys it joined. */
export interface KeyReader {
  deliver(batch: FrameBatch): void;
}

/** Knows which connections of a channel want which keys, so that a change costs no search. */
export interface SubscriptionHub {
  readonly source: KeyedSource;
  join(key: string, reader: KeyReader): void;
  leave(key: string, reader: KeyReader): void;
  close(): void;
}

/** Makes the hub of a channel. */
export function createSubscriptionHub(source: KeyedSource): SubscriptionHub {
  const readers = new Map<string, Set<KeyReader>>();
  const end = source.listen((key, frame) => {
    const batch = textFrames([frame]);
    for (const reader of [...(readers.get(key) ?? [])]) reader.deliver(batch);
  });
  return {
    source,
    join(key, reader) {
      const set = readers.get(key) ?? new Set();
      readers.set(key, set.add(reader));
    },
    leave(key, reader) {
      const set = readers.get(key);
      set?.delete(reader);
      if (set?.size === 0) readers.delete(key);
    },
    close: end,
  };
}
