import { type FrameBatch, textFrames } from "../connection/frame-batch.ts";
import type { KeyedSource } from "../keyed/keyed-source.ts";

/** Receives the frames of the keys it joined. */
export interface KeyReader {
  deliver(batch: FrameBatch): void;
  /** Called when all keys start over. The reader cannot continue from its last frame. */
  restart(): void;
  /** Called when the server no longer follows the keys. */
  abandon(): void;
}

/**
 * Records which connections of a channel have joined which keys, so that a change reaches them
 * without a search.
 */
export interface SubscriptionHub {
  knows(key: string): boolean;
  /**
   * Reports whether an unknown key existed in the past. The source remembers only some closed keys.
   */
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
 * Creates the hub of a channel. For each key, all frames of one turn are joined into one write to
 * each reader.
 */
export function createSubscriptionHub(source: KeyedSource): SubscriptionHub {
  const keys = new Map<string, Key>();
  const touched = new Set<Key>();
  const attached = new Set<KeyReader>();

  function deliverPending(key: Key | undefined): void {
    if (key === undefined || !touched.delete(key)) return;
    const batch = textFrames(key.pending);
    key.pending = [];
    // The loop needs a copy, because a slow reader that is closed leaves the set during the loop.
    for (const reader of [...key.readers]) reader.deliver(batch);
  }

  function restartReaders(): void {
    // A reader without a key restarts too. Otherwise it might get the book of the old log with
    // changes of the new log.
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
      // The snapshot includes the pending changes, so the readers get these changes first.
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
