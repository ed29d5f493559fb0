import { type Clock, systemClock } from "@specwright/runtime";
import { LogError } from "../log-error.ts";
import type { LogBounds, LogReader, LogRecord, StreamKey } from "../sequenced-log.ts";
import { openStore } from "./open-store.ts";
import { findId, readRecords } from "./read-chunks.ts";
import { COMMITS_KEY, headKey, nameKey, readHead } from "./store-keys.ts";

/** Configures `createLmdbLogReader`. */
export interface LmdbLogReaderOptions {
  /** The folder of a log that `createLmdbLog` has made, here or in another process. */
  readonly folder: string;
  /** How often tails look for more, in milliseconds. Default 5; nothing runs without tails. */
  readonly pollMs?: number;
  readonly clock?: Clock;
}

interface Tail {
  readonly name: Buffer;
  readonly listener: (records: readonly LogRecord[]) => void;
  /** The last number that was passed on. */
  cursor: bigint;
}

interface Found extends LogBounds {
  readonly number: number;
}

const EMPTY: Found = { number: 0, first: 1n, last: 0n };
/** How many records a tail that lags passes on at once. */
const BATCH = 1024;

/**
 * Opens the log in a folder for reading, while another process, or none, writes to it. Retention is
 * the writer's. Rejects with `LogError`: `log_unavailable` when no log is there yet, `log_corrupt`
 * when something else is.
 */
export async function createLmdbLogReader(options: LmdbLogReaderOptions): Promise<LogReader> {
  const { folder, pollMs = 5, clock = systemClock } = options;
  const store = openStore(folder, true);
  const tails = new Set<Tail>();
  const numbers = new Map<string, number>();
  let seenCommits = -1n;
  let cancelPoll: (() => void) | undefined;
  let closed = false;

  /** Lets go of the state of the store that was read last: others write to it. */
  function refresh(): void {
    if (closed) throw new LogError("log_closed", "the log is closed");
    store.environment.resetReadTxn();
  }

  function find(name: Buffer): Found {
    const text = name.toString("latin1");
    const number = numbers.get(text) ?? store.meta.get(name)?.readUInt32LE(0);
    if (number === undefined) return EMPTY;
    numbers.set(text, number);
    const head = store.meta.get(headKey(number));
    return head === undefined ? EMPTY : { number, ...readHead(head) };
  }

  function open(key: StreamKey): Found {
    refresh();
    return find(nameKey(key));
  }

  function poll(): void {
    refresh();
    const commits = store.meta.get(COMMITS_KEY)?.readBigUInt64LE(0) ?? 0n;
    let more = false;
    if (commits !== seenCommits) {
      for (const tail of [...tails]) more = passOn(tail) || more;
    }
    seenCommits = more ? -1n : commits;
    cancelPoll = tails.size === 0 ? undefined : clock.setTimer(more ? 0 : pollMs, poll);
  }

  /** Passes on what a tail has not seen; tells whether there is still more. */
  function passOn(tail: Tail): boolean {
    const found = find(tail.name);
    if (found.last <= tail.cursor) return false;
    const records = readRecords(store, found.number, found, tail.cursor + 1n, BATCH);
    tail.cursor = records.at(-1)?.seq ?? found.last;
    if (records.length > 0 && tails.has(tail)) tail.listener(records);
    return tail.cursor < found.last;
  }

  return {
    async read(key, from, limit) {
      const found = open(key);
      return readRecords(store, found.number, found, from, limit);
    },
    async bounds(key) {
      const { first, last } = open(key);
      return { first, last };
    },
    async seqOf(key, id) {
      const found = open(key);
      return findId(store, found.number, found, id);
    },
    tail(key, listener) {
      const tail: Tail = { name: nameKey(key), listener, cursor: open(key).last };
      tails.add(tail);
      seenCommits = -1n;
      cancelPoll ??= clock.setTimer(pollMs, poll);
      return () => {
        tails.delete(tail);
      };
    },
    async close() {
      if (closed) return;
      closed = true;
      cancelPoll?.();
      tails.clear();
      await store.environment.close();
    },
  };
}
