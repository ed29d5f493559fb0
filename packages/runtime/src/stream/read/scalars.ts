// Readers of strings.

import { giveUp, type Scan, sharedScan, sharedView, skipSpace } from "./scan.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const view: DataView = sharedView;
const scan: Scan = sharedScan;

export function readString(): string {
  if (view.getUint8(scan.at) !== 34) return skipSpace() ? readString() : giveUp();
  const start = scan.at + 1;
  const stop = stringStop(start);
  const unit = view.getUint8(stop);
  if (unit === 92) return readEscapedString(start, stop);
  if (unit !== 34) giveUp();
  scan.at = stop + 1;
  return scan.source.substring(start, stop);
}

/** Finds the next quote, backslash or control character. */
function stringStop(from: number): number {
  let q = from;
  for (;;) {
    const word = view.getInt32(q, true);
    // The XOR exchanges the quote and the space, so that the quote follows the control characters.
    const low = (word ^ 0x02020202) - 0x21212121;
    const backslashes = (word ^ 0x5c5c5c5c) - 0x01010101;
    const stops = (low | backslashes) & ~word & 0x80808080;
    // The lowest mark is the first stop; marks above it may be caused by a carry.
    if (stops !== 0) return q + ((31 - Math.clz32(stops & -stops)) >> 3);
    q += 4;
  }
}

/** Reads a string, starting at its first escape. */
function readEscapedString(start: number, from: number): string {
  scan.at = behindString(from);
  const value: unknown = JSON.parse(scan.source.substring(start - 1, scan.at));
  return typeof value === "string" ? value : giveUp();
}

/** Returns the position after the closing quote of a string. */
export function behindString(from: number): number {
  let q = stringStop(from);
  while (view.getUint8(q) === 92) q = stringStop(q + 2);
  return view.getUint8(q) === 34 ? q + 1 : giveUp();
}

/** Reads a string with a limited number of characters; a surrogate pair counts as one. */
export function readStringIn(least: number, most: number): string {
  const value = readString();
  let length = value.length;
  if (length < least) giveUp();
  if (length > most || length < least * 2) {
    for (let index = 0; index < value.length; index += 1) {
      if ((value.codePointAt(index) ?? 0) > 0xffff) {
        length -= 1;
        index += 1;
      }
    }
  }
  return length >= least && length <= most ? value : giveUp();
}

/** Reads a string that satisfies a rule. */
export function readStringThat(holds: (value: string) => boolean): string {
  const value = readString();
  return holds(value) ? value : giveUp();
}

/** Creates a set of characters: an array with 1 at the code of each character. */
export function characterSet(characters: string): Uint8Array {
  const set = new Uint8Array(256);
  for (const character of characters) set[character.charCodeAt(0)] = 1;
  return set;
}

/** Reads a string with a limited number of characters from an ASCII set. */
export function readStringOf(set: Uint8Array, least: number, most: number): string {
  if (view.getUint8(scan.at) !== 34) return skipSpace() ? readStringOf(set, least, most) : giveUp();
  const start = scan.at + 1;
  let q = start;
  while (set[view.getUint8(q)] === 1) q += 1;
  if (view.getUint8(q) !== 34 || q - start < least || q - start > most) giveUp();
  scan.at = q + 1;
  return scan.source.substring(start, q);
}

/** Returns the number formed by four digits; less than 0 if one is not a digit. */
export function fourDigits(word: number): number {
  const digits = (word - 0x30303030) | 0;
  if (((digits | (digits + 0x76767676)) & 0x80808080) !== 0) return -1;
  return (
    (digits & 255) * 1000 +
    ((digits >> 8) & 255) * 100 +
    ((digits >> 16) & 255) * 10 +
    (digits >>> 24)
  );
}

/** Reads an integer of at most 15 digits. */
export function readInteger(): number {
  let value = view.getUint8(scan.at) - 48;
  if (value < 0 || value > 9) return readRareInteger();
  let q = scan.at + 1;
  let digit = view.getUint8(q) - 48;
  if (value === 0 && digit >= 0 && digit <= 9) giveUp();
  while (digit >= 0 && digit <= 9) {
    value = value * 10 + digit;
    q += 1;
    digit = view.getUint8(q) - 48;
  }
  if (q - scan.at > 15) giveUp();
  scan.at = q;
  return value;
}

/** Reads an integer that does not begin with a digit. */
function readRareInteger(): number {
  if (view.getUint8(scan.at) !== 45) return skipSpace() ? readInteger() : giveUp();
  scan.at += 1;
  return isDigit(view.getUint8(scan.at)) ? -readInteger() : giveUp();
}

export function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** Reads an integer within bounds. */
export function readIntegerIn(least: number, most: number): number {
  const value = readInteger();
  return value >= least && value <= most ? value : giveUp();
}

/** Reads units. They are limited so that a double can represent units and nanos together exactly. */
export function readColumnUnits(): number {
  return readIntegerIn(-9_007_198, 9_007_198);
}

/**
 * The bigints of small numbers that were read before, because finding a bigint is faster than creating one.
 */
const smallIntegers: bigint[] = new Array<bigint>(4096);

function keepInteger(value: number): bigint {
  const integer = BigInt(value);
  if (value < smallIntegers.length) smallIntegers[value] = integer;
  return integer;
}

/** Reads an integer from -(2^63) to 2^63 - 1. */
export function readInt64(): bigint {
  let value = view.getUint8(scan.at) - 48;
  if (value < 0 || value > 9) return readRareInt64();
  let q = scan.at + 1;
  let digit = view.getUint8(q) - 48;
  if (value === 0 && digit >= 0 && digit <= 9) giveUp();
  while (digit >= 0 && digit <= 9) {
    value = value * 10 + digit;
    q += 1;
    digit = view.getUint8(q) - 48;
  }
  if (q - scan.at > 15) return longInt64(scan.at, q);
  scan.at = q;
  return smallIntegers[value] ?? keepInteger(value);
}

/** Reads an int64 that does not begin with a digit. */
function readRareInt64(): bigint {
  const start = scan.at;
  if (view.getUint8(scan.at) !== 45) return skipSpace() ? readInt64() : giveUp();
  let q = scan.at + 1;
  while (isDigit(view.getUint8(q))) q += 1;
  if (q === start + 1 || (view.getUint8(start + 1) === 48 && q > start + 2)) giveUp();
  return longInt64(start, q);
}

/** Converts the digits between two positions to an int64. */
function longInt64(start: number, behind: number): bigint {
  if (behind - start > 20) giveUp();
  scan.at = behind;
  const value = BigInt(scan.source.substring(start, behind));
  return BigInt.asIntN(64, value) === value ? value : giveUp();
}

/** Reads an int64, and is fastest for 19 digits, such as a time in nanoseconds. */
export function readTimeInt64(): bigint {
  const a = fourDigits(view.getInt32(scan.at, true));
  const b = fourDigits(view.getInt32(scan.at + 4, true));
  const c = fourDigits(view.getInt32(scan.at + 8, true));
  const d = fourDigits(view.getInt32(scan.at + 12, true));
  const e = view.getUint8(scan.at + 16) - 48;
  const f = view.getUint8(scan.at + 17) - 48;
  const g = view.getUint8(scan.at + 18) - 48;
  if ((a | b | c | d | e | f | g) < 0 || e > 9 || f > 9 || g > 9) return readInt64();
  // A smaller value has a leading zero; a larger one may exceed an int64.
  if (a < 1000 || a > 9222 || isDigit(view.getUint8(scan.at + 19))) return readInt64();
  scan.at += 19;
  const hundreds = (c / 100) | 0;
  const high = (a * 10000 + b) * 100 + hundreds;
  const low = (c - hundreds * 100) * 10000000 + d * 1000 + e * 100 + f * 10 + g;
  return BigInt.asIntN(64, BigInt(high) * 1000000000n + BigInt(low));
}

/** Reads an int64 within bounds. */
export function readInt64In(least: bigint, most: bigint): bigint {
  const value = readInt64();
  return value >= least && value <= most ? value : giveUp();
}

/** Reads an int64 of at least 0. */
export function readNaturalInt64(): bigint {
  if (view.getUint8(scan.at) <= 32) skipSpace();
  return view.getUint8(scan.at) === 45 ? giveUp() : readInt64();
}
