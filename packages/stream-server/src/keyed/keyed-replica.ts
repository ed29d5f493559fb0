// The state of every key as the log has it: the last snapshot, and the changes behind it. The
// writer keeps one to compose snapshots from, every gateway one to answer subscriptions with.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import {
  LogError,
  type LogReader,
  type LogRecord,
  type StreamKey,
} from "@specwright/sequenced-log";
import { createKeyedFrames, type KeyedMessage } from "./keyed-frames.ts";

/** The application's state behind the snapshots of keys, such as order books. */
export interface KeyedState {
  // Methods, so that a state of narrower messages may stand in its place.
  /** Takes a message of a key: its snapshot replaces what there was, others change it. */
  apply(message: object): void;
  /** Returns the snapshot message for the current state of a key. */
  snapshot(key: string): object;
  /** Returns the first snapshot message of a new key. */
  empty(key: string): object;
  /** Forgets a key. */
  forget(key: string): void;
}

/** What is known about an open key. */
export interface KeyedEntry {
  /** The number of its last data frame. */
  readonly counter: bigint;
  /** Where in the log its last snapshot is, and when it was made. */
  readonly snapshotSeq: bigint;
  readonly snapshotNs: bigint;
  /** Whether anything came behind it. */
  readonly changed: boolean;
}

/** Follows the log of a channel with subscriptions. */
export interface KeyedReplica {
  /** Returns the position in the log up to which everything was applied. */
  position(): bigint;
  /** Returns the open keys, those with the oldest snapshots first. */
  entries(): ReadonlyMap<string, KeyedEntry>;
  /** Returns the keys whose end it has seen and that were not opened again, the latest of them. */
  closed(): ReadonlySet<string>;
  /**
   * Takes the next record, with its message where that is at hand already; gives its key. Throws
   * `LogError` `log_corrupt` when it is not the next, or the numbers of its key are not dense.
   */
  take(record: LogRecord, message?: KeyedMessage): string;
  /** Reads up to where the log ends now. Rejects with `LogError`. */
  catchUp(): Promise<void>;
}

/** Marks the end of a key in the log; never sent. */
export const CLOSED = "$closed";

/** Closed keys that are remembered. */
const MAX_CLOSED = 10_000;

/** Records read at a time. */
const BATCH = 1024;

/** Names the one stream of all keys of a channel; it belongs to no broker. */
export function keyedStream({ id }: Pick<ChannelDescriptor, "id">): StreamKey {
  return { brokerId: "", channelId: id };
}

/** Creates a replica that has read nothing yet. */
export function createKeyedReplica(
  channel: ChannelDescriptor,
  log: LogReader,
  state: KeyedState,
): KeyedReplica {
  const stream = keyedStream(channel);
  const frames = createKeyedFrames(channel);
  const { keyField, snapshot } = frames.subscription;
  const entries = new Map<string, KeyedEntry>();
  const closed = new Set<string>();
  let position = 0n;
  /** The log that the position is in. */
  let logId: string | undefined;

  function close(key: string): void {
    forget(key);
    closed.add(key);
    const [oldest] = closed;
    if (closed.size > MAX_CLOSED && oldest !== undefined) closed.delete(oldest);
  }

  function forget(key: string): void {
    entries.delete(key);
    state.forget(key);
  }

  function keyOf({ seq, keys }: LogRecord): string {
    const key = keys[keyField]?.[0];
    if (key !== undefined) return key;
    throw corrupt(seq, `no ${keyField}`);
  }

  function corrupt(seq: bigint, what: string): LogError {
    return new LogError("log_corrupt", `record ${seq} of ${channel.id}: ${what}`);
  }

  function apply(record: LogRecord, key: string, given?: KeyedMessage): void {
    const { seq, tsNs, type, frame } = record;
    const known = entries.get(key);
    // Where the snapshot is not kept any more nobody knows what a change changes.
    if (type !== snapshot && known === undefined) return;
    const { message, counter } = given ?? frames.read(type, frame);
    if (known !== undefined && counter !== known.counter + 1n) {
      throw corrupt(seq, `${key} goes from ${known.counter} to ${counter}`);
    }
    state.apply(message);
    if (known !== undefined && type !== snapshot) {
      entries.set(key, { ...known, counter, changed: true });
      return;
    }
    // Deleted first, so that the map stays in the order of the snapshots.
    entries.delete(key);
    entries.set(key, { counter, snapshotSeq: seq, snapshotNs: tsNs, changed: false });
    closed.delete(key);
  }

  function forgetAll(): void {
    for (const key of [...entries.keys()]) forget(key);
  }

  /** Reads what is missing; what a later snapshot shows anyway is not even decoded. */
  async function readOn(): Promise<void> {
    const identity = await log.identity(stream);
    if (identity !== logId) {
      forgetAll();
      closed.clear();
      position = 0n;
    }
    logId = identity;
    const { last } = await log.bounds(stream);
    const fresh = new Map<string, LogRecord[]>();
    let next = position + 1n;
    while (next <= last) {
      const records = await log.read(stream, next, BATCH);
      if (records[0]?.seq !== next) {
        // Of what is not kept any more nobody knows what it changed or closed.
        fresh.clear();
        forgetAll();
      }
      for (const record of records) {
        const { type } = record;
        const key = keyOf(record);
        if (type === snapshot || type === CLOSED) {
          fresh.delete(key);
          forget(key);
        }
        if (type === CLOSED) {
          close(key);
          continue;
        }
        const list = fresh.get(key);
        if (list === undefined) fresh.set(key, [record]);
        else list.push(record);
      }
      next = (records.at(-1)?.seq ?? last) + 1n;
    }
    for (const [key, records] of fresh) for (const record of records) apply(record, key);
    position = next - 1n;
  }

  return {
    position: () => position,
    entries: () => entries,
    closed: () => closed,
    take(record, message) {
      const { seq, type } = record;
      if (seq !== position + 1n) throw corrupt(seq, `${position + 1n} is the next`);
      const key = keyOf(record);
      if (type === CLOSED) close(key);
      else apply(record, key, message);
      position = seq;
      return key;
    },
    async catchUp() {
      try {
        await readOn();
      } catch (error) {
        // Halfway through nothing is right: the next try reads all of it.
        forgetAll();
        position = 0n;
        throw error;
      }
    },
  };
}
