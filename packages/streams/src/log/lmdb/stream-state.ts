import type { LogRecord, StreamKey } from "../sequenced-log.ts";
import type { EncodedChunk } from "./chunk.ts";
import type { LmdbStore } from "./open-store.ts";
import { headKey, nameKey, readHead } from "./store-keys.ts";

/** The writer's state of a stream. */
export interface StreamState {
  readonly name: Buffer;
  readonly number: number;
  /** Whether the name of the stream is in the store. The first records add it. */
  named: boolean;
  /** The first number that counts as kept; earlier records wait for deletion. */
  first: bigint;
  /** The last number on disk. */
  last: bigint;
  /** The last number that is on disk or queued. */
  queued: bigint;
  lastAppendedMs: number;
  /** The chunk that contains `first`, if it was looked up. */
  oldest: { readonly end: bigint; readonly appendedMs: number } | undefined;
  /** The first number that may still be in the store. */
  stored: bigint;
  /** The last stored chunk, with which the next chunk may be merged. */
  newest: EncodedChunk | undefined;
  /** The ids of queued records. */
  readonly waitingIds: Set<string>;
  readonly listeners: Set<(records: readonly LogRecord[]) => void>;
}

/** The states of all streams. */
export interface StreamStates {
  /** Returns the state of a stream, known or new. */
  of(key: StreamKey): StreamState;
  /** Drops an unused state, unless it has values that the store lacks. */
  release(state: StreamState): void;
  /** Returns the states of all streams in the store. */
  all(): readonly StreamState[];
}

/** Creates the registry of states, which are loaded from the store when first needed. */
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
