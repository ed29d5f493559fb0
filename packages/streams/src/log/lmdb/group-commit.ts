// Writes to the store, in one transaction after the other. Everything that waits while a transaction is
// running is combined in the next one. On a slow disk, transactions therefore become larger, without a
// timer. Appends and deletions alternate in the same loop, so that each step knows the result of the
// previous one.

import type { Clock } from "@specwright/runtime";
import { LogError } from "../log-error.ts";
import type { LogBounds, LogRecord } from "../sequenced-log.ts";
import { type EncodedChunk, encodeChunks, joinChunks } from "./chunk.ts";
import { fileIdentity, type LmdbStore } from "./open-store.ts";
import { keysWithRoom, requireRoom, requireRoomFor } from "./require-room.ts";
import { advanceFirst, nextSlice, type RetentionLimits } from "./retention.ts";
import { commitError } from "./storage-error.ts";
import {
  COMMITS_KEY,
  headKey,
  idKey,
  OWNER_KEY,
  recordKey,
  writeHead,
  writeNumber,
} from "./store-keys.ts";
import type { StreamState } from "./stream-state.ts";
import { lockLost } from "./writer-lock.ts";

/** The dependencies of the loop. */
export interface GroupCommitInput extends RetentionLimits {
  readonly store: LmdbStore;
  readonly folder: string;
  /** The identity of the file that is open. */
  readonly file: string | undefined;
  readonly fence: number;
  readonly clock: Clock;
}

/** Writes to the store. */
export interface GroupCommit {
  /** Appends records that continue the stream. Resolves when they are on disk. */
  append(stream: StreamState, records: readonly LogRecord[]): Promise<LogBounds>;
  /** Deletes expired records of the streams. */
  sweep(streams: readonly StreamState[]): void;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
}

interface Waiting {
  readonly stream: StreamState;
  readonly records: readonly LogRecord[];
  readonly settle: PromiseWithResolvers<LogBounds>;
}

/**
 * The maximum number of records in a transaction. Without it, an append could wait too long for the
 * previous transaction.
 */
const MAX_RECORDS = 65_536;

/**
 * Joins a chunk with the last chunk of its stream. Returns undefined if the last chunk is unknown or was
 * deleted.
 */
function joinNewest(
  { newest, stored }: StreamState,
  chunk: EncodedChunk,
): EncodedChunk | undefined {
  return newest === undefined || newest.first < stored ? undefined : joinChunks(newest, chunk);
}

/** Creates the loop that writes to the store. */
export function createGroupCommit(input: GroupCommitInput): GroupCommit {
  const { store, folder, fence, clock } = input;
  const { meta } = store;
  let waiting: Waiting[] = [];
  const sweeping = new Set<StreamState>();
  let running: Promise<void> | undefined;
  let lost: LogError | undefined;
  let commits = meta.get(COMMITS_KEY)?.readBigUInt64LE(0) ?? 0n;

  function startCommitting(): void {
    running ??= commitAll();
  }

  async function commitAll(): Promise<void> {
    // Waits for further appends in this turn of the event loop, to combine them.
    await Promise.resolve();
    while (waiting.length > 0 || sweeping.size > 0) {
      if (waiting.length > 0) await commitBatch(takeBatch());
      const [stream] = sweeping;
      if (stream !== undefined) await deleteSlice(stream);
    }
    // Must be in the same turn of the event loop as the check above, so that no request is missed.
    running = undefined;
  }

  function takeBatch(): readonly Waiting[] {
    let count = 0;
    let end = 0;
    while (end < waiting.length && (end === 0 || count < MAX_RECORDS)) {
      count += waiting[end]?.records.length ?? 0;
      end += 1;
    }
    const taken = waiting.slice(0, end);
    waiting = waiting.slice(end);
    return taken;
  }

  async function commitBatch(batch: readonly Waiting[]): Promise<void> {
    const byStream = new Map<StreamState, LogRecord[]>();
    for (const { stream, records } of batch) {
      const list = byStream.get(stream);
      if (list === undefined) byStream.set(stream, [...records]);
      else list.push(...records);
    }
    const nowMs = clock.now();
    const newest = new Map<StreamState, EncodedChunk | undefined>();
    try {
      refuseLost();
      requireRoomFor(folder, byStream.values());
      await runTransaction(() => {
        for (const [stream, records] of byStream) {
          newest.set(stream, putRecords(stream, records, nowMs));
        }
        commits += 1n;
        void meta.put(COMMITS_KEY, writeNumber(commits), 1);
      });
    } catch (error) {
      failBatch(batch, error);
      return;
    }
    for (const [stream, records] of byStream) {
      stream.named = true;
      stream.newest = newest.get(stream);
      stream.last += BigInt(records.length);
      stream.lastAppendedMs = Math.max(stream.lastAppendedMs, nowMs);
      for (const { id } of records) if (id !== undefined) stream.waitingIds.delete(id);
      for (const listener of [...stream.listeners]) listener(records);
    }
    for (const { records, settle } of batch) {
      settle.resolve({ first: records[0]?.seq ?? 1n, last: records.at(-1)?.seq ?? 0n });
    }
  }

  /** Stores records. Returns the last chunk that was written. */
  function putRecords(
    stream: StreamState,
    records: readonly LogRecord[],
    nowMs: number,
  ): EncodedChunk | undefined {
    const { number, name } = stream;
    const lastAppendedMs = Math.max(stream.lastAppendedMs, nowMs);
    const [head, ...chunks] = encodeChunks(records, lastAppendedMs);
    if (head !== undefined) chunks.unshift(joinNewest(stream, head) ?? head);
    for (const { first, bytes } of chunks) {
      void store.records.put(recordKey(number, first), bytes);
    }
    for (const { id, seq } of records) {
      if (id !== undefined) void store.ids.put(idKey(number, id), writeNumber(seq));
    }
    if (!stream.named) {
      const value = Buffer.alloc(4);
      value.writeUInt32LE(number);
      void meta.put(name, value, 1);
    }
    const last = stream.last + BigInt(records.length);
    const byCount = last - BigInt(input.maxFrames) + 1n;
    const first = byCount > stream.first ? byCount : stream.first;
    void meta.put(headKey(number), writeHead({ first, last, lastAppendedMs }), 1);
    return chunks.at(-1);
  }

  async function deleteSlice(stream: StreamState): Promise<void> {
    try {
      refuseLost();
      advanceFirst(store, stream, input, clock.now());
      const slice = nextSlice(store, stream, keysWithRoom(folder));
      if (slice.records.length > 0) {
        const { number, first, last, lastAppendedMs } = stream;
        requireRoom(folder, slice.records.length + slice.ids.length);
        await runTransaction(() => {
          for (const key of slice.records) void store.records.remove(key);
          for (const key of slice.ids) void store.ids.remove(key);
          void meta.put(headKey(number), writeHead({ first, last, lastAppendedMs }), 1);
        });
      }
      stream.stored = slice.stored;
      if (!slice.more) sweeping.delete(stream);
    } catch {
      // Nobody waits for the deletion, so the error is dropped. The next sweep tries again.
      sweeping.delete(stream);
    }
  }

  /** @throws LogError if this process may no longer write to the log. */
  function refuseLost(): void {
    // If the file was removed, everything that is written to it is lost when the process ends.
    if (lost === undefined && fileIdentity(folder) !== input.file) {
      const message = `the log in ${folder} was removed or replaced; restart this process`;
      lost = new LogError("log_unavailable", message);
    }
    if (lost !== undefined) throw lost;
  }

  /** Runs a transaction. It is committed only if this process still has the lock. */
  async function runTransaction(write: () => void): Promise<void> {
    let held: boolean;
    try {
      held = await meta.ifVersion(OWNER_KEY, fence, write);
    } catch (error) {
      throw await commitError(error, folder);
    }
    if (!held) {
      lost = lockLost(store, folder);
      throw lost;
    }
  }

  /**
   * Rejects a batch, and all appends that wait behind it, because their numbers continue those of the
   * batch.
   */
  function failBatch(batch: readonly Waiting[], error: unknown): void {
    const all = [...batch, ...waiting];
    waiting = [];
    for (const { stream, records } of all) {
      stream.queued = stream.last;
      for (const { id } of records) if (id !== undefined) stream.waitingIds.delete(id);
      // The disk may be full. Deleting expired records makes room.
      sweeping.add(stream);
    }
    for (const { settle } of all) settle.reject(error);
  }

  return {
    append(stream, records) {
      const settle = Promise.withResolvers<LogBounds>();
      stream.queued += BigInt(records.length);
      for (const { id } of records) if (id !== undefined) stream.waitingIds.add(id);
      waiting.push({ stream, records, settle });
      startCommitting();
      return settle.promise;
    },
    sweep(streams) {
      for (const stream of streams) sweeping.add(stream);
      if (sweeping.size > 0) startCommitting();
    },
    async idle() {
      while (running !== undefined) await running;
    },
  };
}
