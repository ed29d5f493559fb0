import type { LogRecord } from "../sequenced-log.ts";
import { readChunk, readChunkHead } from "./chunk.ts";
import type { LmdbStore } from "./open-store.ts";
import { chunkAt, chunksFrom } from "./read-chunks.ts";
import { idKey, recordKey } from "./store-keys.ts";
import type { StreamState } from "./stream-state.ts";

/** How many records of a stream are kept, and for how long. */
export interface RetentionLimits {
  readonly maxFrames: number;
  readonly maxAgeMs: number;
}

/**
 * A transaction deletes at most this number of chunks. They have about a megabyte, so appends wait only
 * briefly.
 */
const SLICE = 64;

/** The keys that a transaction deletes. */
export interface Slice {
  readonly records: readonly Buffer[];
  readonly ids: readonly Buffer[];
  /** The first number that may be in the store after the transaction. */
  readonly stored: bigint;
  /** Whether more records must be deleted afterwards. */
  readonly more: boolean;
}

/** Raises `first` by the limits. Returns true if the store may have records to delete. */
export function advanceFirst(
  store: LmdbStore,
  stream: StreamState,
  { maxFrames, maxAgeMs }: RetentionLimits,
  nowMs: number,
): boolean {
  const oldestMs = nowMs - maxAgeMs;
  const byCount = stream.last - BigInt(maxFrames) + 1n;
  if (byCount > stream.first) stream.first = byCount;
  if (stream.first > stream.last) return stream.stored < stream.first;
  if (stream.lastAppendedMs < oldestMs) {
    stream.first = stream.last + 1n;
    stream.oldest = undefined;
    return true;
  }
  const { oldest } = stream;
  if (oldest === undefined || oldest.end <= stream.first || oldest.appendedMs < oldestMs) {
    skipOlder(store, stream, oldestMs);
  }
  return stream.stored < stream.first;
}

/**
 * Finds the first chunk that has not expired. A binary search is possible, because times never decrease in
 * a stream.
 */
function skipOlder(store: LmdbStore, stream: StreamState, oldestMs: number): void {
  let low = stream.first;
  let high = stream.last;
  let at = low;
  stream.oldest = undefined;
  while (low <= high) {
    const chunk = chunkAt(store, stream.number, at);
    if (chunk === undefined) return;
    const { count, appendedMs } = readChunkHead(chunk.bytes);
    const end = chunk.first + BigInt(count);
    if (appendedMs < oldestMs) {
      low = end;
    } else {
      stream.oldest = { end, appendedMs };
      high = chunk.first - 1n;
    }
    at = low + (high - low) / 2n;
  }
  if (low > stream.first) stream.first = low;
}

/**
 * Selects the records to delete next: whole chunks before `first`, and the ids of their records. Selects at
 * least one chunk. If it selects more, there are fewer than `keys` keys.
 */
export function nextSlice(store: LmdbStore, stream: StreamState, keys: number): Slice {
  const records: Buffer[] = [];
  const ids: Buffer[] = [];
  let { stored } = stream;
  for (const chunk of chunksFrom(store, stream.number, stored, SLICE)) {
    const { count, hasIds } = readChunkHead(chunk.bytes);
    const end = chunk.first + BigInt(count);
    if (end > stream.first) return { records, ids, stored: chunk.first, more: false };
    if (records.length > 0 && records.length + ids.length + count >= keys) {
      return { records, ids, stored: chunk.first, more: true };
    }
    records.push(recordKey(stream.number, chunk.first));
    if (hasIds) ids.push(...chunkIds(store, stream, chunk.bytes, chunk.first, count));
    stored = end;
  }
  const more = records.length === SLICE;
  return { records, ids, stored: more ? stored : stream.first, more };
}

function chunkIds(
  store: LmdbStore,
  stream: StreamState,
  chunk: Buffer,
  first: bigint,
  count: number,
): readonly Buffer[] {
  const found: LogRecord[] = [];
  readChunk(chunk, first, first, count, found);
  const keys: Buffer[] = [];
  for (const { id, seq } of found) {
    if (id === undefined) continue;
    const key = idKey(stream.number, id);
    // A later record may have the same id, which must then be kept.
    if (store.ids.get(key)?.readBigUInt64LE(0) === seq) keys.push(key);
  }
  return keys;
}
