import { type Clock, systemClock } from "@specwright/runtime";
import { addListener } from "../add-listener.ts";
import { checkDense, checkRecords } from "../check-records.ts";
import { LogError } from "../log-error.ts";
import { makeLogId } from "../make-log-id.ts";
import type { LogRecord, SequencedLog, StreamKey } from "../sequenced-log.ts";
import { createGroupCommit } from "./group-commit.ts";
import { fileIdentity, openStore } from "./open-store.ts";
import { findId, readRecords } from "./read-chunks.ts";
import { advanceFirst } from "./retention.ts";
import { commitError } from "./storage-error.ts";
import { createStreamStates, type StreamState } from "./stream-state.ts";
import { releaseLock, takeLock, type WriterLock } from "./writer-lock.ts";

/**
 * Options for `createLmdbLog`. Both limits apply to each stream. A record is dropped as soon as it exceeds
 * one of them.
 */
export interface LmdbLogOptions {
  /** The folder of the log, on a local disk. It is created if it is missing. */
  readonly folder: string;
  /** The maximum number of records of a stream. Default 1,000,000. */
  readonly maxFrames?: number;
  /** How long a record is kept after it was appended, in milliseconds. Default 24 hours. */
  readonly maxAgeMs?: number;
  readonly clock?: Clock;
  /** Creates the identity of a new log, as 32 lowercase hex digits. By default, the identity is random. */
  readonly newLogId?: () => string;
}

/** Expired records are deleted after this number of milliseconds. */
const SWEEP_MS = 500;

/**
 * Opens the log in a folder for writing. Only one process may do so. An append resolves when its records
 * are on disk. Appends that wait for a transaction are combined in the next one.
 *
 * @throws LogError `log_locked` while another process writes to the folder, with its process id in the
 * message (a killed process does not count); `log_corrupt` if the folder has other files or the log was cut
 * off; `log_unavailable` if the folder cannot be used.
 */
export async function createLmdbLog(options: LmdbLogOptions): Promise<SequencedLog> {
  const { folder, maxFrames = 1_000_000, maxAgeMs = 86_400_000, clock = systemClock } = options;
  const limits = { maxFrames, maxAgeMs };
  const store = openStore(folder, false);
  const file = fileIdentity(folder);
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

  /** Returns the state of a stream, with its limits applied. */
  function openStream(key: StreamKey): StreamState {
    refuseClosed();
    const stream = states.of(key);
    applyRetention(stream);
    return stream;
  }

  function applyRetention(stream: StreamState): void {
    if (!advanceFirst(store, stream, limits, clock.now())) return;
    garbage.add(stream);
    cancelSweep ??= clock.setTimer(SWEEP_MS, () => {
      cancelSweep = undefined;
      commits.sweep([...garbage]);
      garbage.clear();
    });
  }

  /** Deletes expired records of streams that nobody uses. */
  function lookAround(): void {
    for (const stream of states.all()) applyRetention(stream);
    cancelLook = clock.setTimer(lookMs, lookAround);
  }

  function checkAppend(stream: StreamState, records: readonly LogRecord[]): void {
    checkDense(stream.queued, records);
    checkRecords(
      records,
      (id) => stream.waitingIds.has(id) || findId(store, stream.number, stream, id) !== undefined,
    );
  }

  async function closeLog(): Promise<void> {
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
      const stream = openStream(key);
      checkAppend(stream, records);
      if (records.length === 0) return { first: stream.last + 1n, last: stream.last };
      const bounds = await commits.append(stream, records);
      if (closing === undefined) applyRetention(stream);
      return bounds;
    },
    async read(key, from, limit) {
      const stream = openStream(key);
      return readRecords(store, stream.number, stream, from, limit);
    },
    async bounds(key) {
      const { first, last } = openStream(key);
      return { first, last };
    },
    async seqOf(key, id) {
      const stream = openStream(key);
      return findId(store, stream.number, stream, id);
    },
    async identity(key) {
      openStream(key);
      return logId;
    },
    tail(key, listener) {
      const stream = openStream(key);
      const end = addListener(stream.listeners, listener);
      return () => {
        end();
        states.release(stream);
      };
    },
    close() {
      closing ??= closeLog();
      return closing;
    },
  };
}
