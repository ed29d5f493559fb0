// Records that were appended together are stored in one entry, which is found, read and deleted as
// a whole. Replay and retention thus cost several times less than with one entry for each record.
//
//   0 u8 version, 1   1 u8 bit 0: some have ids   2 u16 records   4 f64 appended at, in ms
//   12 records, see record-layout.ts

import { LogError } from "../log-error.ts";
import { readRecord, recordBound, recordEnd, writeRecord } from "../record-layout.ts";
import type { LogRecord } from "../sequenced-log.ts";

const VERSION = 1;
const HEAD = 12;
/** The size of four pages. The space that retention frees would be too small for larger chunks. */
const TARGET_BYTES = 16_000;
/**
 * A chunk of at most this size shares a page with other data, so a further record needs no additional page.
 */
const SMALL_BYTES = 1900;
/**
 * The maximum time between the first and the last record of a chunk. The first record may be kept for this
 * time longer than necessary.
 */
const SAME_TIME_MS = 1000;

/** A chunk that was encoded, either to be stored or already stored. */
export interface EncodedChunk {
  readonly first: bigint;
  readonly bytes: Buffer;
}

/**
 * Joins a chunk with the previous one. The result replaces both. Returns undefined if they are too large or
 * too far apart in time. Without joining, a stream that grows by single records would also be read one
 * record at a time.
 */
export function joinChunks(before: EncodedChunk, chunk: EncodedChunk): EncodedChunk | undefined {
  const size = before.bytes.length + chunk.bytes.length - HEAD;
  if (size > SMALL_BYTES) return undefined;
  const [old, more] = [readChunkHead(before.bytes), readChunkHead(chunk.bytes)];
  if (more.appendedMs - old.appendedMs > SAME_TIME_MS) return undefined;
  const bytes = Buffer.concat([before.bytes, chunk.bytes.subarray(HEAD)], size);
  writeChunkHead(bytes, {
    count: old.count + more.count,
    // The time of the later chunk. With the earlier one, the last records would expire too soon.
    appendedMs: more.appendedMs,
    hasIds: old.hasIds || more.hasIds,
  });
  return { first: before.first, bytes };
}

/** The header of a stored chunk. */
export interface ChunkHead {
  readonly count: number;
  readonly appendedMs: number;
  readonly hasIds: boolean;
}

/** Encodes records into one or more chunks. */
export function encodeChunks(
  records: readonly LogRecord[],
  appendedMs: number,
): readonly EncodedChunk[] {
  const chunks: EncodedChunk[] = [];
  let group: LogRecord[] = [];
  let bound = HEAD;
  for (const record of records) {
    const more = recordBound(record);
    if (group.length > 0 && bound + more > TARGET_BYTES) {
      chunks.push(encodeChunk(group, bound, appendedMs));
      group = [];
      bound = HEAD;
    }
    group.push(record);
    bound += more;
  }
  if (group.length > 0) chunks.push(encodeChunk(group, bound, appendedMs));
  return chunks;
}

/**
 * Reads the header of a chunk.
 *
 * @throws LogError `log_corrupt` if the bytes are not a chunk.
 */
export function readChunkHead(chunk: Buffer): ChunkHead {
  if (chunk[0] !== VERSION || chunk.length < HEAD) {
    throw new LogError(
      "log_corrupt",
      `found a chunk of format ${chunk[0]}; this version reads format ${VERSION}`,
    );
  }
  return {
    count: chunk.readUInt16LE(2),
    appendedMs: chunk.readDoubleLE(4),
    hasIds: ((chunk[1] ?? 0) & 1) === 1,
  };
}

/**
 * Reads records of a chunk, and adds at most `room` of them to `into`. The first one has the number `from`.
 */
export function readChunk(
  chunk: Buffer,
  first: bigint,
  from: bigint,
  room: number,
  into: LogRecord[],
): void {
  const { count } = readChunkHead(chunk);
  const skip = from > first ? Number(from - first) : 0;
  const end = Math.min(count, skip + room);
  let offset = HEAD;
  let seq = first;
  for (let at = 0; at < end; at += 1) {
    const next = recordEnd(chunk, offset);
    if (at >= skip) into.push(readRecord(seq, chunk, offset));
    offset = next;
    seq += 1n;
  }
}

function encodeChunk(
  records: readonly LogRecord[],
  bound: number,
  appendedMs: number,
): EncodedChunk {
  const target = Buffer.allocUnsafe(bound);
  let end = HEAD;
  let hasIds = false;
  for (const record of records) {
    end = writeRecord(record, target, end);
    hasIds ||= record.id !== undefined;
  }
  writeChunkHead(target, { count: records.length, appendedMs, hasIds });
  return { first: records[0]?.seq ?? 0n, bytes: target.subarray(0, end) };
}

function writeChunkHead(target: Buffer, { count, appendedMs, hasIds }: ChunkHead): void {
  target[0] = VERSION;
  target[1] = hasIds ? 1 : 0;
  target.writeUInt16LE(count, 2);
  target.writeDoubleLE(appendedMs, 4);
}
