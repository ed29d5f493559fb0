import { type FrameBatch, textFrames } from "../connection/frame-batch.ts";
import type { KeyedSource } from "../keyed/keyed-source.ts";

/** A connection that receives the frames of the keys that it joined. */
export interface KeyReader {
  deliver(batch: FrameBatch): void;
  /** Called when all keys start again. The reader cannot continue after its last frame. */
  restart(): void;
  /** Called when the keys may be out of date, because the server has lost contact with their log. */
  abandon(): void;
}

/** Knows which connections have joined which keys, so that a change is passed on without a search. */
export interface SubscriptionHub {
  knows(key: string): boolean;
  /**
   * Reports whether a key that is now unknown existed in the past. The source remembers only some of these
   * keys.
   */
  hasClosed(key: string): boolean;
  /**
   * Returns a frame with the state of a key. Send it and call `join` in the same turn of the event loop.
   */
  snapshot(key: string): FrameBatch;
  /** Adds a reader, which need not have joined a key. Returns a function that removes it. */
  attach(reader: KeyReader): () => void;
  join(key: string, reader: KeyReader): void;
  leave(key: string, reader: KeyReader): void;
  /** Calls `abandon` of all readers. */
  end(): void;
  close(): void;
}

interface Key {
  readonly readers: Set<KeyReader>;
  /** The frames of this turn of the event loop, which are not sent yet. */
  pending: Uint8Array[];
}

/**
 * Creates the hub of a channel. All frames of a key in one turn of the event loop are sent in one write to
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
    // A copy is needed, because a reader that is closed for being slow is removed during the loop.
    for (const reader of [...key.readers]) reader.deliver(batch);
  }

  function restartReaders(): void {
    // Readers without keys restart too. Otherwise such a reader could join a key and combine a snapshot of
    // the old log with changes of the new log.
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
      // The snapshot includes the pending changes, so current readers must get these first.
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
