import type { LogRecord, StreamKey } from "../sequenced-log.ts";
import type { EncodedChunk } from "./chunk.ts";
import type { LmdbStore } from "./open-store.ts";
import { headKey, nameKey, readHead } from "./store-keys.ts";

/** The state of a stream, as its writer knows it. */
export interface StreamState {
  readonly name: Buffer;
  readonly number: number;
  /** Whether the store has the name of the stream. The first records of the stream add it. */
  named: boolean;
  /** The number of the first kept record. Earlier ones are not deleted yet. */
  first: bigint;
  /** The number of the last record on disk. */
  last: bigint;
  /** The number of the last record that is on disk or waits to be written. */
  queued: bigint;
  lastAppendedMs: number;
  /** The end and the time of the chunk with the record `first`. Undefined until it is needed. */
  oldest: { readonly end: bigint; readonly appendedMs: number } | undefined;
  /** No record in the store has a lower number than this. */
  stored: bigint;
  /** The last stored chunk. The next chunk may be joined with it. */
  newest: EncodedChunk | undefined;
  /** The ids of records that wait to be written. */
  readonly waitingIds: Set<string>;
  readonly listeners: Set<(records: readonly LogRecord[]) => void>;
}

/** The states of the streams of a log. */
export interface StreamStates {
  /** Returns the state of a stream. Loads it from the store if needed. */
  of(key: StreamKey): StreamState;
  /** Drops the state of a stream that is not used. Keeps it if it has records or tails. */
  release(state: StreamState): void;
  /** Returns the states of all streams that the store has. */
  all(): readonly StreamState[];
}

/** Creates an empty registry. A state is loaded from the store when it is first needed. */
export function createStreamStates({ meta }: LmdbStore): StreamStates {
  const byName = new Map<string, StreamState>();
  let nextNumber = lastNumber() + 1;

  function lastNumber(): number {
    const range = meta.getKeys({
      start: headKey(0xffffffff),
      end: headKey(0),
      reverse: true,
      limit: 1,
    });
    for (const key of range) return key.readUInt32BE(1);
    return 0;
  }

  function loadState(name: Buffer): StreamState {
    const number = meta.get(name)?.readUInt32LE(0);
    const value = number === undefined ? undefined : meta.get(headKey(number));
    const head = value && readHead(value);
    const last = head?.last ?? 0n;
    return {
      name,
      number: number ?? nextNumber++,
      named: number !== undefined,
      first: head?.first ?? 1n,
      last,
      queued: last,
      lastAppendedMs: head?.lastAppendedMs ?? 0,
      oldest: undefined,
      stored: 0n,
      newest: undefined,
      waitingIds: new Set(),
      listeners: new Set(),
    };
  }

  function stateByName(name: Buffer): StreamState {
    const text = name.toString("latin1");
    const known = byName.get(text);
    if (known !== undefined) return known;
    const made = loadState(name);
    byName.set(text, made);
    return made;
  }

  return {
    of: (key) => stateByName(nameKey(key)),
    release(state) {
      const text = state.name.toString("latin1");
      const isUsed = state.queued > 0n || state.listeners.size > 0;
      if (!isUsed && byName.get(text) === state) byName.delete(text);
    },
    all() {
      const range = meta.getKeys({ start: Buffer.from("N"), end: Buffer.from("O") });
      return [...range]
        .filter((key) => key[0] === 0x4e)
        .map((key) => stateByName(Buffer.from(key)));
    },
  };
}
