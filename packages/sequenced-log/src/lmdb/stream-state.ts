import type { LogRecord, StreamKey } from "../sequenced-log.ts";
import type { EncodedChunk } from "./chunk.ts";
import type { LmdbStore } from "./open-store.ts";
import { headKey, nameKey, readHead } from "./store-keys.ts";

/** Is what the writer knows of a stream. */
export interface StreamState {
  readonly name: Buffer;
  readonly number: number;
  /** Whether its name is in the store; it comes there with the first records. */
  named: boolean;
  /** The first number that counts as kept; what lies below waits to be deleted. */
  first: bigint;
  /** The last durable number. */
  last: bigint;
  /** The last number that is durable or waits to be. */
  queued: bigint;
  lastAppendedMs: number;
  /** The chunk that `first` is in, when it was looked up. */
  oldest: { readonly end: bigint; readonly appendedMs: number } | undefined;
  /** The first number that may still lie in the store. */
  stored: bigint;
  /** The last chunk that was stored, for the next to be joined to. */
  newest: EncodedChunk | undefined;
  /** The ids that wait to be durable. */
  readonly waitingIds: Set<string>;
  readonly listeners: Set<(records: readonly LogRecord[]) => void>;
}

/** Gives the states of streams. */
export interface StreamStates {
  /** Gives the state of a stream, known or not. */
  of(key: StreamKey): StreamState;
  /** Gives all that the store knows. */
  all(): readonly StreamState[];
}

/** Makes the registry of states, which come from the store when they are first asked for. */
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

  function load(name: Buffer): StreamState {
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

  function named(name: Buffer): StreamState {
    const text = name.toString("latin1");
    const known = byName.get(text);
    if (known !== undefined) return known;
    const made = load(name);
    byName.set(text, made);
    return made;
  }

  return {
    of: (key) => named(nameKey(key)),
    all() {
      const range = meta.getKeys({ start: Buffer.from("N"), end: Buffer.from("O") });
      return [...range].filter((key) => key[0] === 0x4e).map((key) => named(Buffer.from(key)));
    },
  };
}
