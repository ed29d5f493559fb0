// What generated writers stand on. As with the scanner, the emitter copies what a module needs of it
// into that module. Every function takes the offset to write to and gives the offset behind what it
// wrote. Nothing looks for the end of the scratch: behind it a DataView throws, and `writeWhole`
// hands the value to the codec, as it does with everything that gives up. It is one long file, as
// its parts are copied into one module and call each other.

import { encoder, giveUp, scratch, usualDateTimeEnd, view } from "../read/scanner.ts";

// Declared here, imported by the module that the writers are copied into.

declare function byteCopier(scratch: Uint8Array): (length: number) => Uint8Array;

declare function mayNestDeeper(text: string, maxDepth: number): boolean;

declare function stringifyJson(value: unknown): string;

/** Is the part of a codec that writes a value inside another. */
interface ValueEncoder<Value> {
  encode(value: Value): string;
}

const copyBytes: (length: number) => Uint8Array = byteCopier(scratch.bytes);

/** Makes the writer of a whole text; undefined stands for a value that is left to the codec. */
export function writeWhole<Value>(
  writeValue: (value: Value, to: number) => number,
): (value: Value) => Uint8Array | undefined {
  return (value) => {
    try {
      const end = writeValue(value, 0);
      return end <= scratch.bytes.length ? copyBytes(end) : undefined;
    } catch {
      // The codec says what is wrong, or writes what is merely unusual.
      return undefined;
    }
  };
}

const eightBytes: DataView<ArrayBuffer> = new DataView(new ArrayBuffer(8));

/** Gives up to eight ASCII characters as the number whose bytes they are, spaces behind them. */
export function ascii(text: string): number {
  encoder.encodeInto(text.padEnd(8), new Uint8Array(eightBytes.buffer));
  // Never NaN, whose bytes an engine may change: the last byte would have to be 0x7f.
  return eightBytes.getFloat64(0, true);
}

/** Holds the four digits of 0 to 9999 as words, once they were written. */
const digitTexts: Int32Array = new Int32Array(10_000);

/** Gives the four digits of a number up to 9999 as a word, zeros ahead of them. */
function fourDigitText(value: number): number {
  const text = digitTexts[value] ?? 0;
  return text === 0 ? packDigits(value) : text;
}

function packDigits(value: number): number {
  const hundreds = (value / 100) | 0;
  const thousands = (value / 1000) | 0;
  const tens = (value / 10) | 0;
  const text =
    0x30303030 +
    thousands +
    ((hundreds - thousands * 10) << 8) +
    ((tens - hundreds * 10) << 16) +
    ((value - tens * 10) << 24);
  digitTexts[value] = text;
  return text;
}

/** Writes a whole number from 0 to 9999. */
function writeFewDigits(value: number, to: number): number {
  const length = value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : 4;
  view.setInt32(to, fourDigitText(value) >>> (32 - length * 8), true);
  return to + length;
}

/** Writes a whole number from 0 to 2^53 - 1. */
function writeDigits(value: number, to: number): number {
  if (value < 10) {
    view.setUint8(to, 0x30 + value);
    return to + 1;
  }
  if (value < 100_000_000) return writeSomeDigits(value | 0, to);
  const high = Math.floor(value / 1e8);
  return writeEightDigits((value - high * 1e8) | 0, writeSomeDigits(high | 0, to));
}

/** Writes a whole number below 10^8. */
function writeSomeDigits(value: number, to: number): number {
  if (value < 10_000) return writeFewDigits(value, to);
  const high = (value / 10_000) | 0;
  const next = writeFewDigits(high, to);
  view.setInt32(next, fourDigitText(value - high * 10_000), true);
  return next + 4;
}

/** Writes the last eight digits of a number. */
function writeEightDigits(value: number, to: number): number {
  const high = (value / 10_000) | 0;
  view.setInt32(to, fourDigitText(high), true);
  view.setInt32(to + 4, fourDigitText(value - high * 10_000), true);
  return to + 8;
}

const integer64: DataView = new DataView(new ArrayBuffer(8));

/** Writes an integer from -(2^63) to 2^63 - 1. */
export function writeInt64(value: bigint, to: number): number {
  if (BigInt.asIntN(64, value) !== value) giveUp();
  integer64.setBigInt64(0, value, true);
  const low = integer64.getInt32(0, true);
  const high = integer64.getInt32(4, true);
  if (high === 0 && low >= 0) return writeDigits(low, to);
  if (high !== low >> 31) return high < 0 ? writeNegative64(high, low, to) : write64(high, low, to);
  view.setUint8(to, 0x2d);
  return writeDigits(-low, to + 1);
}

/** Writes an integer from 0 to 2^64 - 1. */
export function writeUint64(value: bigint, to: number): number {
  if (BigInt.asUintN(64, value) !== value) giveUp();
  integer64.setBigUint64(0, value, true);
  return write64(integer64.getInt32(4, true), integer64.getInt32(0, true), to);
}

function writeNegative64(high: number, low: number, to: number): number {
  view.setUint8(to, 0x2d);
  // The magnitude as two halves: of -(2^63) it is 2^63, which the upper half holds without a sign.
  return write64(low === 0 ? -high : ~high, -low | 0, to + 1);
}

/** Writes an integer of 64 bits without a sign. */
function write64(high: number, low: number, to: number): number {
  const near = (high >>> 0) * 4_294_967_296 + (low >>> 0);
  if (high >>> 0 < 2_097_152) return writeDigits(near, to);
  // `near` is rounded, so that the quotient may be one off; the remainder modulo 2^32 tells.
  let quotient = Math.floor(near / 1e9);
  let rest = (low - Math.imul(quotient, 1_000_000_000)) | 0;
  if (rest < 0) {
    quotient -= 1;
    rest += 1_000_000_000;
  } else if (rest >= 1_000_000_000) {
    quotient += 1;
    rest -= 1_000_000_000;
  }
  const next = writeDigits(quotient, to);
  const first = (rest / 100_000_000) | 0;
  view.setUint8(next, 0x30 + first);
  return writeEightDigits(rest - first * 100_000_000, next + 1);
}

/** Writes an integer of any size. */
export function writeBigInteger(value: bigint, to: number): number {
  if (typeof value !== "bigint") giveUp();
  return writeLatin(`${value}`, to);
}

/** Writes a safe integer. */
export function writeInteger(value: number, to: number): number {
  if (!Number.isSafeInteger(value)) giveUp();
  if (value >= 0) return writeDigits(value, to);
  view.setUint8(to, 0x2d);
  return writeDigits(-value, to + 1);
}

/** Writes an integer within safe bounds. */
export function writeIntegerIn(value: number, to: number, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most) giveUp();
  if (value >= 0) return writeDigits(value, to);
  view.setUint8(to, 0x2d);
  return writeDigits(-value, to + 1);
}

/** Writes a finite number as JSON.stringify does. */
export function writeNumber(value: number, to: number): number {
  if (Number.isSafeInteger(value)) return writeInteger(value, to);
  return Number.isFinite(value) ? writeLatin(`${value}`, to) : giveUp();
}

/** Writes a short text of ASCII. */
function writeLatin(text: string, to: number): number {
  for (let index = 0; index < text.length; index += 1) {
    view.setUint8(to + index, text.charCodeAt(index));
  }
  return to + text.length;
}

/** Writes `true` or `false`. */
export function writeBoolean(value: boolean, to: number): number {
  if (typeof value !== "boolean") giveUp();
  return writeLatin(value ? "true" : "false", to);
}

/** The most bytes that are staged. */
const stageLength: number = 1 << 14;

/** Holds a string on its way from UTF-16 to its place between quotes; it is read eight bytes at a time. */
const staged: Uint8Array = new Uint8Array(stageLength + 8);

const stagedView: DataView = new DataView(staged.buffer);

/** Shorter strings are written unit by unit: a call out of the engine costs more. */
const shortString: number = 21;

/** Writes a string between quotes. */
export function writeString(value: string, to: number): number {
  if (typeof value !== "string") giveUp();
  const units = value.length;
  if (units < shortString) return writeShortString(value, to);
  if (units * 3 > stageLength) return writeUnits(value, to);
  const length = encoder.encodeInto(value, staged).written;
  // Anything but ASCII takes more bytes than units. A lone surrogate was replaced.
  if (length !== units && !value.isWellFormed()) return writeUnits(value, to);
  view.setUint8(to, 0x22);
  return writeStaged(length, to + 1);
}

function writeShortString(value: string, to: number): number {
  const units = value.length;
  view.setUint8(to, 0x22);
  let index = 0;
  for (; index + 4 <= units; index += 4) {
    const first = value.charCodeAt(index);
    const second = value.charCodeAt(index + 1);
    const third = value.charCodeAt(index + 2);
    const fourth = value.charCodeAt(index + 3);
    const word = first | (second << 8) | (third << 16) | (fourth << 24);
    if ((first | second | third | fourth) > 0x7f || escapesOf(word) !== 0) {
      return writeUnits(value, to);
    }
    view.setInt32(to + 1 + index, word, true);
  }
  for (; index < units; index += 1) {
    const unit = value.charCodeAt(index);
    if (unit < 0x20 || unit > 0x7e || unit === 0x22 || unit === 0x5c) return writeUnits(value, to);
    view.setUint8(to + 1 + index, unit);
  }
  view.setUint8(to + 1 + units, 0x22);
  return to + units + 2;
}

/** Writes the staged bytes and a quote, escaping what JSON has to. */
function writeStaged(length: number, to: number): number {
  // Stops the loop, like a quote inside.
  staged[length] = 0x22;
  let from = 0;
  let next = to;
  for (;;) {
    const first = stagedView.getInt32(from, true);
    const second = stagedView.getInt32(from + 4, true);
    view.setInt32(next, first, true);
    view.setInt32(next + 4, second, true);
    let escapes = escapesOf(first);
    if (escapes === 0) {
      escapes = escapesOf(second);
      from += 4;
      next += 4;
      if (escapes === 0) {
        from += 4;
        next += 4;
        continue;
      }
    }
    // The lowest mark is the first escape; those above it may be carried over.
    const plain = (31 - Math.clz32(escapes & -escapes)) >> 3;
    from += plain;
    next += plain;
    if (from === length) return next + 1;
    next = writeEscape(stagedView.getUint8(from), next);
    from += 1;
  }
}

/** Marks the bytes of a word that are quotes, backslashes or control characters. */
function escapesOf(word: number): number {
  // A quote trades places with the space, and stands behind the controls.
  const low = (word ^ 0x02020202) - 0x21212121;
  const backslashes = (word ^ 0x5c5c5c5c) - 0x01010101;
  return (low | backslashes) & ~word & 0x80808080;
}

/** Writes a string unit by unit, however it is made. */
function writeUnits(value: string, to: number): number {
  const units = value.length;
  view.setUint8(to, 0x22);
  let next = to + 1;
  for (let index = 0; index < units; index += 1) {
    const unit = value.charCodeAt(index);
    if (unit < 0x80) {
      next = writeUnit(unit, next);
    } else if (unit < 0x800) {
      view.setUint8(next, 0xc0 | (unit >> 6));
      view.setUint8(next + 1, 0x80 | (unit & 0x3f));
      next += 2;
    } else if ((unit & 0xf800) !== 0xd800) {
      view.setUint8(next, 0xe0 | (unit >> 12));
      view.setUint8(next + 1, 0x80 | ((unit >> 6) & 0x3f));
      view.setUint8(next + 2, 0x80 | (unit & 0x3f));
      next += 3;
    } else {
      const point = value.codePointAt(index) ?? unit;
      if (point > 0xffff) index += 1;
      next = point > 0xffff ? writePoint(point, next) : writeEscape(unit, next);
    }
  }
  view.setUint8(next, 0x22);
  return next + 1;
}

/** Writes a code point above U+FFFF. */
function writePoint(point: number, to: number): number {
  view.setUint8(to, 0xf0 | (point >> 18));
  view.setUint8(to + 1, 0x80 | ((point >> 12) & 0x3f));
  view.setUint8(to + 2, 0x80 | ((point >> 6) & 0x3f));
  view.setUint8(to + 3, 0x80 | (point & 0x3f));
  return to + 4;
}

/** Holds the letters behind the backslash of short escapes, by character. */
const escapeLetters: Uint8Array = new Uint8Array(0x80);
for (const letter of '\\"bfnrt') {
  escapeLetters[JSON.parse(`"\\${letter}"`).charCodeAt(0)] = letter.charCodeAt(0);
}

/** Writes a unit of ASCII, or a byte of UTF-8, escaped where it has to be. */
function writeUnit(unit: number, to: number): number {
  if (unit < 0x20 || unit === 0x22 || unit === 0x5c) return writeEscape(unit, to);
  view.setUint8(to, unit);
  return to + 1;
}

/** Writes the escape of a unit. */
function writeEscape(unit: number, to: number): number {
  const letter = escapeLetters[unit] ?? 0;
  view.setUint8(to, 0x5c);
  if (letter === 0) return writeLatin(`u${unit.toString(16).padStart(4, "0")}`, to + 1);
  view.setUint8(to + 1, letter);
  return to + 2;
}

/** Writes a string of a few known characters, none of which needs an escape; a set is 1 where it has one. */
export function writeStringOf(
  value: string,
  to: number,
  set: Uint8Array,
  least: number,
  most: number,
): number {
  const units = value.length;
  if (typeof value !== "string" || units < least || units > most) giveUp();
  view.setUint8(to, 0x22);
  for (let index = 0; index < units; index += 1) {
    const unit = value.charCodeAt(index);
    if (set[unit] !== 1) giveUp();
    view.setUint8(to + 1 + index, unit);
  }
  view.setUint8(to + 1 + units, 0x22);
  return to + units + 2;
}

/** Writes a date-time; unusual ones are left to the rule. */
export function writeDateTime(
  value: string,
  to: number,
  holds: (value: string) => boolean,
): number {
  const next = writeString(value, to);
  return usualDateTimeEnd(to + 1) === next - 1 || holds(value) ? next : giveUp();
}

/** Writes a UUID of lower-case digits. */
export function writeUuid(value: string, to: number): number {
  if (
    typeof value !== "string" ||
    value.length !== 36 ||
    encoder.encodeInto(value, staged).written !== 36
  )
    giveUp();
  for (let from = 0; from < 36; from += 4) {
    view.setInt32(to + 1 + from, stagedView.getInt32(from, true), true);
  }
  // 8-4-4-4-12, four digits at a time.
  const isUuid =
    areHex(stagedView.getInt32(0, true)) &&
    areHex(stagedView.getInt32(4, true)) &&
    areHex(stagedView.getInt32(9, true)) &&
    areHex(stagedView.getInt32(14, true)) &&
    areHex(stagedView.getInt32(19, true)) &&
    areHex(stagedView.getInt32(24, true)) &&
    areHex(stagedView.getInt32(28, true)) &&
    areHex(stagedView.getInt32(32, true)) &&
    stagedView.getUint8(8) === 0x2d &&
    stagedView.getUint8(13) === 0x2d &&
    stagedView.getUint8(18) === 0x2d &&
    stagedView.getUint8(23) === 0x2d;
  if (!isUuid) giveUp();
  view.setUint8(to, 0x22);
  view.setUint8(to + 37, 0x22);
  return to + 38;
}

/** Tells whether four bytes of ASCII are hexadecimal digits in lower case. */
function areHex(word: number): boolean {
  const digits = (word + 0x50505050) & ~(word + 0x46464646);
  const letters = (word + 0x1f1f1f1f) & ~(word + 0x19191919);
  return (~(digits | letters) & 0x80808080) === 0;
}

/** Counts the members of a plain object, even those that are undefined. */
function memberCount(value: object): number {
  const prototype: unknown = Object.getPrototypeOf(value);
  // What other objects hold may not be in their members.
  if (prototype !== Object.prototype && prototype !== null) giveUp();
  let count = 0;
  for (const _ in value) count += 1;
  return count;
}

/** Writes the members besides those named, each with a comma ahead. */
export function writeOthers(value: object, to: number, ...names: readonly string[]): number {
  let next = to;
  const members: readonly (readonly [string, unknown])[] = Object.entries(value);
  for (const [name, member] of members) {
    if (member === undefined || names.includes(name)) continue;
    view.setUint8(next, 0x2c);
    next = writeString(name, next + 1);
    view.setUint8(next, 0x3a);
    next = writeAny(member, next + 1);
  }
  return next;
}

/** Writes an object whose members are all of one kind. */
export function writeMap<Item>(
  value: Readonly<Record<string, Item>>,
  to: number,
  writeItem: (item: Item, to: number) => number,
): number {
  memberCount(value);
  let next = to;
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined) continue;
    view.setUint8(next, 0x2c);
    next = writeString(name, next + 1);
    view.setUint8(next, 0x3a);
    next = writeItem(item, next + 1);
  }
  return closeMembers(to, next);
}

/** Turns the comma ahead of members from `start` to `end` into the brace that opens them, and closes them. */
function closeMembers(start: number, end: number): number {
  const close = Math.max(start + 1, end);
  view.setUint8(start, 0x7b);
  view.setUint8(close, 0x7d);
  return close + 1;
}

/** Writes any JSON value. */
export function writeAny(value: unknown, to: number): number {
  return writeText(stringifyJson(value), to);
}

/** Writes a value that only its codec knows. */
export function writeThrough<Value>(value: Value, to: number, codec: ValueEncoder<Value>): number {
  return writeText(codec.encode(value), to);
}

/** Writes JSON text. Far below the depth that is allowed it gives up: what stands around it counts too. */
function writeText(text: string, to: number): number {
  if (mayNestDeeper(text, 400)) giveUp();
  const { read, written } = encoder.encodeInto(text, scratch.bytes.subarray(to));
  return read === text.length ? to + written : giveUp();
}
