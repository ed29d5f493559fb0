// The keys of the store and the values of its small entries. Numbers in keys are big-endian, so that
// keys sort in numeric order.
//
//   meta     "F"                       the format, as JSON
//            "L"                       the identity of the log, 32 hex digits
//            "O"                       who writes, as JSON; its version is the fence
//            "C"                       u64, counts commits, for readers in other processes
//            "N" name of the stream    u32 its number
//            "H" u32 stream            u64 first, u64 last, f64 time of the last append in ms
//   records  u32 stream, u64 first     a chunk of records, see chunk.ts
//   ids      u32 stream, the id        u64 the record's number

import { createHash } from "node:crypto";
import type { StreamKey } from "../sequenced-log.ts";
import { writeStreamKey } from "../write-stream-key.ts";

/** The bounds and the time of a stream in the store. */
export interface StreamHead {
  readonly first: bigint;
  readonly last: bigint;
  readonly lastAppendedMs: number;
}

export const FORMAT_KEY: Buffer = Buffer.from("F");
export const LOG_ID_KEY: Buffer = Buffer.from("L");
export const OWNER_KEY: Buffer = Buffer.from("O");
export const COMMITS_KEY: Buffer = Buffer.from("C");

/** Returns the key for the name of a stream. If the name is too long for LMDB, the key contains a hash. */
export function nameKey(key: StreamKey): Buffer {
  const name = writeStreamKey(key);
  if (Buffer.byteLength(name) <= 512) return Buffer.from(`N${name}`);
  return Buffer.from(`N#${createHash("sha256").update(name).digest("hex")}`);
}

export function headKey(stream: number): Buffer {
  const key = Buffer.allocUnsafe(5);
  key[0] = 0x48;
  key.writeUInt32BE(stream, 1);
  return key;
}

export function recordKey(stream: number, seq: bigint): Buffer {
  const key = Buffer.allocUnsafe(12);
  key.writeUInt32BE(stream, 0);
  key.writeBigUInt64BE(seq, 4);
  return key;
}

export function idKey(stream: number, id: string): Buffer {
  const key = Buffer.allocUnsafe(4 + Buffer.byteLength(id));
  key.writeUInt32BE(stream, 0);
  key.write(id, 4);
  return key;
}

export function writeHead({ first, last, lastAppendedMs }: StreamHead): Buffer {
  const value = Buffer.allocUnsafe(24);
  value.writeBigUInt64LE(first, 0);
  value.writeBigUInt64LE(last, 8);
  value.writeDoubleLE(lastAppendedMs, 16);
  return value;
}

export function readHead(value: Buffer): StreamHead {
  return {
    first: value.readBigUInt64LE(0),
    last: value.readBigUInt64LE(8),
    lastAppendedMs: value.readDoubleLE(16),
  };
}

export function writeNumber(number: bigint): Buffer {
  const value = Buffer.allocUnsafe(8);
  value.writeBigUInt64LE(number, 0);
  return value;
}
