import { type Clock, systemClock } from "@specwright/runtime";
import { LogError } from "../log-error.ts";
import type { LogBounds, LogReader, LogRecord, StreamKey } from "../sequenced-log.ts";
import { openCurrentStore, type ReadStore } from "./current-store.ts";
import { findId, readRecords } from "./read-chunks.ts";
import { headKey, nameKey, readHead } from "./store-keys.ts";

/** Options for `createLmdbLogReader`. */
export interface LmdbLogReaderOptions {
  /** The folder of a log that `createLmdbLog` created, in any process. */
  readonly folder: string;
  /**
   * How often tails look for new records, in milliseconds. Default 5. If there is no tail, nothing is
   * polled.
   */
  readonly pollMs?: number;
  readonly clock?: Clock;
}

interface Tail {
  readonly name: Buffer;
  readonly listener: (records: readonly LogRecord[]) => void;
  readonly replaced: ((identity: string) => void) | undefined;
  /** The number of the last record that the tail has passed on. */
  cursor: bigint;
}

interface Found extends LogBounds {
  readonly store: ReadStore;
  readonly number: number;
}

/** If a tail is behind, it passes on at most this number of records at once. */
const BATCH = 1024;

/**
 * Opens the log in a folder for reading. A different process may write to it at the same time. Only the
 * writer deletes expired records.
 *
 * @throws LogError `log_unavailable` if the folder has no log yet, `log_corrupt` if it has other
 * files or the log was cut off.
 */
export async function createLmdbLogReader(options: LmdbLogReaderOptions): Promise<LogReader> {
  const { folder, pollMs = 5, clock = systemClock } = options;
  const tails = new Set<Tail>();
  const numbers = new Map<string, number>();
  const current = openCurrentStore(folder, endTails);
  let seenCommits = -1n;
  let cancelPoll: (() => void) | undefined;
  let closed = false;

  /** Ends the tails, because a different log has replaced the previous one. */
  function endTails({ logId }: ReadStore): void {
    numbers.clear();
    seenCommits = -1n;
    for (const tail of [...tails]) {
      tails.delete(tail);
      tail.replaced?.(logId);
    }
  }

  function currentStore(): ReadStore {
    if (closed) throw new LogError("log_closed", "the log is closed");
    return current.look();
  }

  function findStream(store: ReadStore, name: Buffer): Found {
    const text = name.toString("latin1");
    const number = numbers.get(text) ?? store.meta.get(name)?.readUInt32LE(0);
    const head = number === undefined ? undefined : store.meta.get(headKey(number));
    if (number === undefined || head === undefined)
      return { store, number: 0, first: 1n, last: 0n };
    numbers.set(text, number);
    return { store, number, ...readHead(head) };
  }

  function openStream(key: StreamKey): Found {
    return findStream(currentStore(), nameKey(key));
  }

  function pollCommits(): void {
    const store = currentStore();
    const commits = current.commits();
    let more = false;
    if (commits !== seenCommits) {
      for (const tail of [...tails]) more = passOn(store, tail) || more;
    }
    seenCommits = more ? -1n : commits;
    cancelPoll = tails.size === 0 ? undefined : clock.setTimer(more ? 0 : pollMs, pollCommits);
  }

  /** Passes new records to a tail. Returns true if there are more. */
  function passOn(store: ReadStore, tail: Tail): boolean {
    const found = findStream(store, tail.name);
    if (found.last <= tail.cursor) return false;
    const records = readRecords(store, found.number, found, tail.cursor + 1n, BATCH);
    tail.cursor = records.at(-1)?.seq ?? found.last;
    if (records.length > 0 && tails.has(tail)) tail.listener(records);
    return tail.cursor < found.last;
  }

  return {
    async read(key, from, limit) {
      const found = openStream(key);
      return readRecords(found.store, found.number, found, from, limit);
    },
    async bounds(key) {
      const { first, last } = openStream(key);
      return { first, last };
    },
    async seqOf(key, id) {
      const found = openStream(key);
      return findId(found.store, found.number, found, id);
    },
    async identity() {
      return currentStore().logId;
    },
    tail(key, listener, replaced) {
      const tail: Tail = { name: nameKey(key), listener, replaced, cursor: openStream(key).last };
      tails.add(tail);
      seenCommits = -1n;
      cancelPoll ??= clock.setTimer(pollMs, pollCommits);
      return () => {
        tails.delete(tail);
      };
    },
    async close() {
      if (closed) return;
      closed = true;
      cancelPoll?.();
      tails.clear();
      await current.close();
    },
  };
}
