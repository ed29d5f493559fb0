import { type FrameBatch, textFrames } from "../connection/frame-batch.ts";
import type { KeyedSource } from "../keyed/keyed-source.ts";

/** Receives the frames of the keys it joined. */
export interface KeyReader {
  deliver(batch: FrameBatch): void;
  /** Called when all keys start over, so that it cannot continue from where it was. */
  restart(): void;
  /** Called when the keys are no longer followed. */
  abandon(): void;
}

/** Knows which connections of a channel want which keys, so that a change needs no search. */
export interface SubscriptionHub {
  knows(key: string): boolean;
  /** Reports whether an unknown key existed in the past, as far as is remembered. */
  hasClosed(key: string): boolean;
  /** Returns the state of a key as a frame. Send it and join the key in the same turn. */
  snapshot(key: string): FrameBatch;
  /** Adds a reader, possibly without keys; returns a function that removes it. */
  attach(reader: KeyReader): () => void;
  join(key: string, reader: KeyReader): void;
  leave(key: string, reader: KeyReader): void;
  /** Ends all readers. */
  end(): void;
  close(): void;
}

interface Key {
  readonly readers: Set<KeyReader>;
  /** The frames of this turn. */
  pending: Uint8Array[];
}

/**
 * Creates the hub of a channel. All frames of one turn for a key are a single write for each of its
 * readers.
 */
export function createSubscriptionHub(source: KeyedSource): SubscriptionHub {
  const keys = new Map<string, Key>();
  const touched = new Set<Key>();
  const attached = new Set<KeyReader>();

  function deliverPending(key: Key | undefined): void {
    if (key === undefined || !touched.delete(key)) return;
    const batch = textFrames(key.pending);
    key.pending = [];
    // A copy, because a reader that is closed for being slow leaves during the loop.
    for (const reader of [...key.readers]) reader.deliver(batch);
  }

  function restartReaders(): void {
    // Even one without a key, which might otherwise get the book of the old log with changes of the
    // new one.
    for (const reader of [...attached]) reader.restart();
  }

  const end = source.listen((name, frame) => {
    const key = keys.get(name);
    if (key === undefined) return;
    key.pending.push(frame);
    if (touched.size === 0) {
      queueMicrotask(() => {
        for (const each of [...touched]) deliverPending(each);
      });
    }
    touched.add(key);
  }, restartReaders);

  return {
    knows: (key) => source.knows(key),
    hasClosed: (key) => source.hasClosed?.(key) ?? false,
    snapshot(name) {
      // The snapshot includes pending changes, so these are sent before it.
      deliverPending(keys.get(name));
      return textFrames([source.snapshot(name)]);
    },
    attach(reader) {
      attached.add(reader);
      return () => void attached.delete(reader);
    },
    join(name, reader) {
      const key = keys.get(name) ?? { readers: new Set(), pending: [] };
      deliverPending(key);
      keys.set(name, key);
      key.readers.add(reader);
    },
    leave(name, reader) {
      const key = keys.get(name);
      key?.readers.delete(reader);
      if (key?.readers.size !== 0) return;
      keys.delete(name);
      touched.delete(key);
    },
    end() {
      for (const reader of [...attached]) reader.abandon();
    },
    close: end,
  };
}
