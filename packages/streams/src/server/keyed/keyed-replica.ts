// Keeps the state of every key as the log has it: the last snapshot, and the changes after it. The
// publisher creates snapshots from the states, and every gateway answers subscriptions from them.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { LogError } from "../../log/log-error.ts";
import type { LogReader, LogRecord, StreamKey } from "../../log/sequenced-log.ts";
import { createKeyedFrames, type KeyedMessage } from "./keyed-frames.ts";
import { CLOSED, readKeyedLog, readRecentKeys } from "./read-keyed-log.ts";

/** The state of the keys, such as order books. The application implements it. */
export interface KeyedState {
  // Methods, so that a state for narrower messages is assignable.
  /**
   * Applies a message of a key. A snapshot replaces the state of the key; any other message changes it.
   */
  apply(message: object): void;
  /** Returns the snapshot message for the current state of a key. */
  snapshot(key: string): object;
  /** Returns the snapshot message for a key that was just opened. */
  empty(key: string): object;
  /** Drops the state of a key. */
  forget(key: string): void;
}

/** The position of an open key. */
export interface KeyedEntry {
  /** The number of the last data frame of the key. */
  readonly counter: bigint;
  /** The number of the key's last snapshot in the log, and its time in nanoseconds. */
  readonly snapshotSeq: bigint;
  readonly snapshotNs: bigint;
  /** Whether the key has changed since its last snapshot. */
  readonly changed: boolean;
}

/** Follows the log of a channel with subscriptions, and applies it to the states. */
export interface KeyedReplica {
  /** Returns the number of the last record that was applied. */
  position(): bigint;
  /** Returns the open keys. Keys with older snapshots come first. */
  entries(): ReadonlyMap<string, KeyedEntry>;
  /** Returns keys that have ended and were not opened again. Only the latest ones are remembered. */
  closed(): ReadonlySet<string>;
  /**
   * Reads the part of the log that `catchUp` skipped, in order to find keys that have ended. Rejects with
   * `LogError`.
   */
  readClosed(): Promise<void>;
  /**
   * Applies the next record and returns its key. If the message is already decoded, pass it as `message`.
   *
   * @throws LogError `log_corrupt` if the record is not the next one, or if the numbers of its key have a
   * gap.
   */
  take(record: LogRecord, message?: KeyedMessage): string;
  /** Applies all records that the log has now. Rejects with `LogError`. */
  catchUp(): Promise<void>;
}

/** How many closed keys are remembered. */
const MAX_CLOSED = 10_000;

/** Returns the stream in the log with the frames of all keys of a channel. It belongs to no broker. */
export function keyedStream({ id }: Pick<ChannelDescriptor, "id">): StreamKey {
  return { brokerId: "", channelId: id };
}

/** Creates a replica that has read no records. */
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
  /** The number of the first record that was read. */
  let start = 1n;
  /** The identity of the log to which `position` belongs. */
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
    // The log no longer keeps the snapshot of the key, and a change without its snapshot has no meaning.
    if (type !== snapshot && known === undefined) return;
    const { message, counter } = given ?? frames.read(type, frame);
    if (known !== undefined && counter !== known.counter + 1n) {
      throw corruptRecord(
        seq,
        `the number of ${key} changes from ${known.counter} to ${counter}, not by 1`,
      );
    }
    state.apply(message);
    if (known !== undefined && type !== snapshot) {
      entries.set(key, { ...known, counter, changed: true });
      return;
    }
    // The key is deleted first, so that it moves to the end: the map is in the order of the snapshots.
    entries.delete(key);
    entries.set(key, { counter, snapshotSeq: seq, snapshotNs: tsNs, changed: false });
    closed.delete(key);
  }

  function forgetAll(): void {
    for (const key of [...entries.keys()]) forgetKey(key);
  }

  /** Reads the records that are missing. Records before a later snapshot of their key are not decoded. */
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
    // The log no longer keeps some records, so what they changed is unknown.
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
        // After an error, some states are incomplete, so the next attempt reads all of them.
        forgetAll();
        position = 0n;
        throw error;
      }
    },
  };
}
