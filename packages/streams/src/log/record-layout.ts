// The storage layout of a record, little-endian:
//
//   0 u8  version, 1      8 u32 bytes of the frame
//   1 u8  bytes of type   12 i64 tsNs
//   2 u16 bytes of id     20 type, id, keys, frame, without padding
//   4 u32 bytes of keys
//
// keys, per name: u8 bytes of the name, the name, u16 number of values, per value u16 bytes and the
// value. Strings are UTF-8. The number of the record is not stored here: it is the key of the
// entry, or follows from that key.

import { LogError } from "./log-error.ts";
import type { LogRecord, RecordKeys } from "./sequenced-log.ts";

const VERSION = 1;
const HEAD = 20;

/** Returns a number of bytes that is enough for the encoded record. */
export function recordBound({ type, id = "", keys, frame }: LogRecord): number {
  let units = type.length + id.length;
  let fixed = HEAD + frame.length;
  for (const name in keys) {
    const values = keys[name] ?? [];
    units += name.length;
    fixed += 3 + 2 * values.length;
    for (const value of values) units += value.length;
  }
  return fixed + 3 * units;
}

/**
 * Writes a record at `offset`, and returns the offset after it. The target must have `recordBound` free
 * bytes.
 */
export function writeRecord(record: LogRecord, target: Buffer, offset: number): number {
  const { type, id = "", keys, frame, tsNs } = record;
  const afterType = writeText(type, target, offset + HEAD);
  const afterId = writeText(id, target, afterType);
  const afterKeys = writeKeys(keys, target, afterId);
  target[offset] = VERSION;
  target[offset + 1] = afterType - offset - HEAD;
  target.writeUInt16LE(afterId - afterType, offset + 2);
  target.writeUInt32LE(afterKeys - afterId, offset + 4);
  target.writeUInt32LE(frame.length, offset + 8);
  target.writeBigInt64LE(tsNs, offset + 12);
  target.set(frame, afterKeys);
  return afterKeys + frame.length;
}

/** Encodes one record. */
export function encodeRecord(record: LogRecord): Buffer {
  const target = Buffer.allocUnsafe(recordBound(record));
  return target.subarray(0, writeRecord(record, target, 0));
}

/**
 * Returns the offset after the record at `offset`.
 *
 * @throws LogError `log_corrupt` if the bytes are not a record.
 */
export function recordEnd(source: Buffer, offset: number): number {
  if (source[offset] !== VERSION || offset + HEAD > source.length)
    throw unreadableRecord(source[offset]);
  const end =
    offset +
    HEAD +
    (source[offset + 1] ?? 0) +
    source.readUInt16LE(offset + 2) +
    source.readUInt32LE(offset + 4) +
    source.readUInt32LE(offset + 8);
  if (end > source.length) throw unreadableRecord(VERSION);
  return end;
}

/**
 * Returns the record at `offset`. Call `recordEnd` first, which checks the bytes. The bytes must never
 * change: the frame is a view of them, and the other members are decoded each time they are read.
 */
export function readRecord(seq: bigint, source: Buffer, offset: number): LogRecord {
  return new StoredRecord(seq, source, offset);
}

/**
 * Decodes a record. The buffer must contain this record and nothing else.
 *
 * @throws LogError `log_corrupt` if the bytes are not a record.
 */
export function decodeRecord(seq: bigint, source: Buffer): LogRecord {
  if (recordEnd(source, 0) !== source.length) throw unreadableRecord(VERSION);
  return readRecord(seq, source, 0);
}

class StoredRecord implements LogRecord {
  readonly seq: bigint;
  readonly #source: Buffer;
  readonly #offset: number;
  #frame: Uint8Array | undefined;
  #keys: RecordKeys | undefined;

  constructor(seq: bigint, source: Buffer, offset: number) {
    this.seq = seq;
    this.#source = source;
    this.#offset = offset;
  }

  get tsNs(): bigint {
    return this.#source.readBigInt64LE(this.#offset + 12);
  }

  get type(): string {
    const start = this.#offset + HEAD;
    return this.#source.toString("utf8", start, this.#idStart());
  }

  get id(): string | undefined {
    const start = this.#idStart();
    const end = this.#keysStart();
    return start === end ? undefined : this.#source.toString("utf8", start, end);
  }

  get keys(): RecordKeys {
    this.#keys ??= readKeys(this.#source, this.#keysStart(), this.#frameStart());
    return this.#keys;
  }

  get frame(): Uint8Array {
    if (this.#frame === undefined) {
      const start = this.#frameStart();
      const length = this.#source.readUInt32LE(this.#offset + 8);
      this.#frame = this.#source.subarray(start, start + length);
    }
    return this.#frame;
  }

  #idStart(): number {
    return this.#offset + HEAD + (this.#source[this.#offset + 1] ?? 0);
  }

  #keysStart(): number {
    return this.#idStart() + this.#source.readUInt16LE(this.#offset + 2);
  }

  #frameStart(): number {
    return this.#keysStart() + this.#source.readUInt32LE(this.#offset + 4);
  }
}

function writeKeys(keys: RecordKeys, target: Buffer, offset: number): number {
  let at = offset;
  for (const name in keys) {
    const values = keys[name] ?? [];
    const afterName = writeText(name, target, at + 1);
    target[at] = afterName - at - 1;
    at = target.writeUInt16LE(values.length, afterName);
    for (const value of values) {
      const end = writeText(value, target, at + 2);
      target.writeUInt16LE(end - at - 2, at);
      at = end;
    }
  }
  return at;
}

function readKeys(source: Buffer, start: number, end: number): RecordKeys {
  // The object has no prototype, because a filter may have any name, such as `constructor`.
  const keys: Record<string, readonly string[]> = Object.create(null);
  let at = start;
  while (at < end) {
    const afterName = at + 1 + (source[at] ?? 0);
    const name = source.toString("utf8", at + 1, afterName);
    const values = new Array<string>(source.readUInt16LE(afterName));
    at = afterName + 2;
    for (let index = 0; index < values.length; index += 1) {
      const after = at + 2 + source.readUInt16LE(at);
      values[index] = source.toString("utf8", at + 2, after);
      at = after;
    }
    keys[name] = values;
  }
  if (at !== end) throw unreadableRecord(VERSION);
  return keys;
}

/**
 * Writes a text in UTF-8. For short ASCII texts, such as names and keys, a loop is faster than the encoder.
 */
function writeText(text: string, target: Buffer, offset: number): number {
  if (text.length > 48) return offset + target.write(text, offset);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 127) return offset + target.write(text, offset);
    target[offset + at] = unit;
  }
  return offset + text.length;
}

function unreadableRecord(version: number | undefined): LogError {
  const what = version === VERSION ? "a truncated record" : `a record of layout ${version}`;
  return new LogError("log_corrupt", `found ${what}; this version reads layout ${VERSION}`);
}
