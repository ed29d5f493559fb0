// The state of every key according to the log: the last snapshot, and the changes after it. The publisher
// uses the states to create snapshots, and every gateway uses them to answer subscriptions.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { LogError } from "../../log/log-error.ts";
import type { LogReader, LogRecord, StreamKey } from "../../log/sequenced-log.ts";
import { createKeyedFrames, type KeyedMessage } from "./keyed-frames.ts";
import { CLOSED, readKeyedLog, readRecentKeys } from "./read-keyed-log.ts";

/** The application's state behind the snapshots of keys, such as order books. */
export interface KeyedState {
  // Methods, so that a state for narrower messages is assignable.
  /** Applies a message of a key: a snapshot replaces the state, others change it. */
  apply(message: object): void;
  /** Returns the snapshot message for the current state of a key. */
  snapshot(key: string): object;
  /** Returns the first snapshot message of a new key. */
  empty(key: string): object;
  /** Drops a key. */
  forget(key: string): void;
}

/** The known state of an open key. */
export interface KeyedEntry {
  /** The number of its last data frame. */
  readonly counter: bigint;
  /** The position of the key's last snapshot in the log, and the time of that snapshot. */
  readonly snapshotSeq: bigint;
  readonly snapshotNs: bigint;
  /** Whether any change followed the snapshot. */
  readonly changed: boolean;
}

/** Follows the log of a channel with subscriptions. */
export interface KeyedReplica {
  /** Returns the position in the log up to which everything was applied. */
  position(): bigint;
  /** Returns the open keys, those with the oldest snapshots first. */
  entries(): ReadonlyMap<string, KeyedEntry>;
  /** Returns the keys that have ended and were not reopened; only the latest ones are remembered. */
  closed(): ReadonlySet<string>;
  /**
   * Reads the part of the log that `catchUp` did not need, to find keys that have ended. Rejects
   * with `LogError`.
   */
  readClosed(): Promise<void>;
  /**
   * Applies the next record, with its message if that is already decoded; returns its key.
   *
   * @throws LogError `log_corrupt` if the record is not the next one, or the numbers of its key have gaps.
   */
  take(record: LogRecord, message?: KeyedMessage): string;
  /** Reads up to the current end of the log. Rejects with `LogError`. */
  catchUp(): Promise<void>;
}

/** How many closed keys are remembered. */
const MAX_CLOSED = 10_000;

/** Returns the single stream of all keys of a channel, which belongs to no broker. */
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
  const options = { log, stream, snapshot, keyOf: recordKey };
  let position = 0n;
  /** The first record that was read. */
  let start = 1n;
  /** The log of the position. */
  let logId: string | undefined;

  function closeKey(key: string): void {
    forgetKey(key);
    rememberClosed(key);
  }

  function rememberClosed(key: string): void {
    closed.delete(key);
    closed.add(key);
    const [oldest] = closed;
    if (closed.size > MAX_CLOSED && oldest !== undefined) closed.delete(oldest);
  }

  function forgetKey(key: string): void {
    entries.delete(key);
    state.forget(key);
  }

  function recordKey({ seq, keys }: LogRecord): string {
    const key = keys[keyField]?.[0];
    if (key !== undefined) return key;
    throw corruptRecord(seq, `no ${keyField}`);
  }

  function corruptRecord(seq: bigint, what: string): LogError {
    return new LogError("log_corrupt", `record ${seq} of ${channel.id}: ${what}`);
  }

  function applyRecord(record: LogRecord, key: string, given?: KeyedMessage): void {
    const { seq, tsNs, type, frame } = record;
    const known = entries.get(key);
    // The log no longer keeps the snapshot of the key, and a change is meaningless without its
    // snapshot.
    if (type !== snapshot && known === undefined) return;
    const { message, counter } = given ?? frames.read(type, frame);
    if (known !== undefined && counter !== known.counter + 1n) {
      throw corruptRecord(seq, `${key} goes from ${known.counter} to ${counter}`);
    }
    state.apply(message);
    if (known !== undefined && type !== snapshot) {
      entries.set(key, { ...known, counter, changed: true });
      return;
    }
    // The delete moves the key to the end, so that the map stays ordered by the position of the
    // snapshot.
    entries.delete(key);
    entries.set(key, { counter, snapshotSeq: seq, snapshotNs: tsNs, changed: false });
    closed.delete(key);
  }

  function forgetAll(): void {
    for (const key of [...entries.keys()]) forgetKey(key);
  }

  /** Reads missing records; those covered by a later snapshot are not decoded. */
  async function readOn(): Promise<void> {
    const identity = await log.identity(stream);
    if (identity !== logId) {
      forgetAll();
      closed.clear();
      position = 0n;
    }
    logId = identity;
    const isNew = position === 0n;
    const part = await (isNew ? readRecentKeys(options) : readKeyedLog(options, position + 1n));
    // The effect of records that are no longer kept is unknown.
    if (part.hasGap) forgetAll();
    for (const key of part.closed) closeKey(key);
    for (const [key, records] of part.records) {
      if (records[0]?.type === snapshot) forgetKey(key);
      for (const record of records) applyRecord(record, key);
    }
    position = part.last;
    if (isNew) start = part.first;
  }

  return {
    position: () => position,
    entries: () => entries,
    closed: () => closed,
    take(record, message) {
      const { seq, type } = record;
      if (seq !== position + 1n) throw corruptRecord(seq, `the next record is ${position + 1n}`);
      const key = recordKey(record);
      if (type === CLOSED) closeKey(key);
      else applyRecord(record, key, message);
      position = seq;
      return key;
    },
    async readClosed() {
      if (start === 1n) return;
      const before = logId;
      const part = await readKeyedLog(options, 1n, start - 1n);
      if (logId !== before) return;
      start = 1n;
      const later = [...closed];
      closed.clear();
      for (const key of [...part.closed, ...later]) {
        if (!entries.has(key)) rememberClosed(key);
      }
    },
    async catchUp() {
      try {
        await readOn();
      } catch (error) {
        // An incomplete state is useless: the next attempt reads everything.
        forgetAll();
        position = 0n;
        throw error;
      }
    },
  };
}
