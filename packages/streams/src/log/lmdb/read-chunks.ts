import type { LogBounds, LogRecord } from "../sequenced-log.ts";
import { readChunk } from "./chunk.ts";
import type { LmdbStore } from "./open-store.ts";
import { idKey, recordKey } from "./store-keys.ts";

/** A chunk in the store. */
export interface StoredChunk {
  readonly first: bigint;
  readonly bytes: Buffer;
}

const MAX_SEQ = 2n ** 64n - 1n;

/** Finds the chunk with a number. If no chunk has the number, finds the last chunk before it. */
export function chunkAt(
  { records }: LmdbStore,
  stream: number,
  seq: bigint,
): StoredChunk | undefined {
  const range = records.getRange({
    start: recordKey(stream, seq),
    end: recordKey(stream, 0n),
    reverse: true,
    limit: 1,
  });
  for (const { key, value } of range) return { first: key.readBigUInt64BE(4), bytes: value };
  return undefined;
}

/** Yields at most `limit` chunks. Their first numbers are `seq` or higher. */
export function* chunksFrom(
  { records }: LmdbStore,
  stream: number,
  seq: bigint,
  limit: number,
): Generator<StoredChunk> {
  const range = records.getRange({
    start: recordKey(stream, seq),
    end: recordKey(stream, MAX_SEQ),
    limit,
  });
  for (const { key, value } of range) yield { first: key.readBigUInt64BE(4), bytes: value };
}

/**
 * Reads records within the bounds. It reads everything in one turn of the event loop, and therefore in one
 * transaction. The result is one consistent state, even if records are appended or deleted in the meantime.
 */
export function readRecords(
  store: LmdbStore,
  stream: number,
  { first, last }: LogBounds,
  from: bigint,
  limit: number,
): readonly LogRecord[] {
  const start = from > first ? from : first;
  if (start > last || limit <= 0) return [];
  const left = last - start + 1n;
  const room = left < BigInt(limit) ? Number(left) : limit;
  const found: LogRecord[] = [];
  const head = chunkAt(store, stream, start);
  if (head === undefined) return [];
  readChunk(head.bytes, head.first, start, room, found);
  if (found.length === room) return found;
  for (const chunk of chunksFrom(store, stream, head.first + 1n, room)) {
    readChunk(chunk.bytes, chunk.first, start, room - found.length, found);
    if (found.length === room) break;
  }
  return found;
}

/** Finds the number of a kept record by its id. */
export function findId(
  { ids }: LmdbStore,
  stream: number,
  { first }: LogBounds,
  id: string,
): bigint | undefined {
  if (id === "" || Buffer.byteLength(id) > 256) return undefined;
  const seq = ids.get(idKey(stream, id))?.readBigUInt64LE(0);
  // If the record has expired, its id may not be deleted yet.
  return seq === undefined || seq < first ? undefined : seq;
}
