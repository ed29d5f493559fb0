import { type Clock, systemClock } from "@specwright/runtime";
import { checkDense, checkRecords } from "../check-records.ts";
import { LogError } from "../log-error.ts";
import { makeLogId } from "../make-log-id.ts";
import type { LogRecord, SequencedLog, StreamKey } from "../sequenced-log.ts";
import { createGroupCommit } from "./group-commit.ts";
import { fileOf, openStore } from "./open-store.ts";
import { findId, readRecords } from "./read-chunks.ts";
import { advance } from "./retention.ts";
import { commitError } from "./storage-error.ts";
import { createStreamStates, type StreamState } from "./stream-state.ts";
import { releaseLock, takeLock, type WriterLock } from "./writer-lock.ts";

/** Configures `createLmdbLog`. Both limits hold per stream; whichever is reached first counts. */
export interface LmdbLogOptions {
  /** Where the log lies; made when it is missing. On a disk of this machine, not of another. */
  readonly folder: string;
  /** Most records kept. Default 1,000,000 (S12). */
  readonly maxFrames?: number;
  /** How long a record is kept, by the time it was appended, in milliseconds. Default 24 hours. */
  readonly maxAgeMs?: number;
  readonly clock?: Clock;
  /** Makes the identity of a log that is new, 32 lowercase hex digits. Default: at random. */
  readonly newLogId?: () => string;
}

/** How soon what is no longer kept is deleted. */
const SWEEP_MS = 500;

/**
 * Opens the log in a folder, as its one writer. An append resolves once its records are flushed to
 * disk; all that waits meanwhile is the next transaction. Rejects with `LogError`: `log_locked`
 * while another process writes there, whose id the message gives (one that was killed does not
 * count); `log_corrupt` when something else is in the folder; `log_unavailable` when it cannot be
 * used.
 */
export async function createLmdbLog(options: LmdbLogOptions): Promise<SequencedLog> {
  const { folder, maxFrames = 1_000_000, maxAgeMs = 86_400_000, clock = systemClock } = options;
  const limits = { maxFrames, maxAgeMs };
  const store = openStore(folder, false);
  const file = fileOf(folder);
  const { fence, logId } = await lockOrClose();
  const states = createStreamStates(store);
  const commits = createGroupCommit({ store, folder, file, fence, clock, ...limits });
  const garbage = new Set<StreamState>();
  let cancelSweep: (() => void) | undefined;
  let closing: Promise<void> | undefined;
  const lookMs = Math.min(60_000, Math.max(SWEEP_MS, maxAgeMs / 10));
  let cancelLook = clock.setTimer(SWEEP_MS, lookAround);

  async function lockOrClose(): Promise<WriterLock> {
    try {
      return takeLock(store, folder, options.newLogId ?? makeLogId);
    } catch (error) {
      await store.environment.close();
      throw error;
    }
  }

  function refuseClosed(): void {
    if (closing !== undefined) throw new LogError("log_closed", "the log is closed");
  }

  /** Gives a stream as it is now. */
  function open(key: StreamKey): StreamState {
    refuseClosed();
    const stream = states.of(key);
    retain(stream);
    return stream;
  }

  function retain(stream: StreamState): void {
    if (!advance(store, stream, limits, clock.now())) return;
    garbage.add(stream);
    cancelSweep ??= clock.setTimer(SWEEP_MS, () => {
      cancelSweep = undefined;
      commits.sweep([...garbage]);
      garbage.clear();
    });
  }

  /** Looks for what has grown old in streams that nobody asks for. */
  function lookAround(): void {
    for (const stream of states.all()) retain(stream);
    cancelLook = clock.setTimer(lookMs, lookAround);
  }

  function check(stream: StreamState, records: readonly LogRecord[]): void {
    checkDense(stream.queued, records);
    checkRecords(
      records,
      (id) => stream.waitingIds.has(id) || findId(store, stream.number, stream, id) !== undefined,
    );
  }

  async function shut(): Promise<void> {
    cancelLook();
    cancelSweep?.();
    await commits.idle();
    for (const stream of states.all()) stream.listeners.clear();
    try {
      await releaseLock(store, folder, fence);
    } catch (error) {
      throw await commitError(error, folder);
    } finally {
      await store.environment.close();
    }
  }

  return {
    retention: limits,
    async append(key, records) {
      const stream = open(key);
      check(stream, records);
      if (records.length === 0) return { first: stream.last + 1n, last: stream.last };
      const bounds = await commits.append(stream, records);
      if (closing === undefined) retain(stream);
      return bounds;
    },
    async read(key, from, limit) {
      const stream = open(key);
      return readRecords(store, stream.number, stream, from, limit);
    },
    async bounds(key) {
      const { first, last } = open(key);
      return { first, last };
    },
    async seqOf(key, id) {
      const stream = open(key);
      return findId(store, stream.number, stream, id);
    },
    async identity(key) {
      open(key);
      return logId;
    },
    tail(key, listener) {
      const { listeners } = open(key);
      // A function of its own, so that the same listener may be given twice.
      const own = (records: readonly LogRecord[]): void => listener(records);
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
    close() {
      closing ??= shut();
      return closing;
    },
  };
}
