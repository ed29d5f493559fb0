// Readers of 64-bit integers, as bigint.

import { fourDigits, isDigit } from "./integers.ts";
import { giveUp, type Scan, sharedScan, sharedView, skipSpace } from "./scan.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const view: DataView = sharedView;
const scan: Scan = sharedScan;

/** The bigints of small numbers read before, since creating them is slower. */
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

/** Converts the text between two positions to an int64. */
function longInt64(start: number, behind: number): bigint {
  if (behind - start > 20) giveUp();
  scan.at = behind;
  const value = BigInt(scan.source.substring(start, behind));
  return BigInt.asIntN(64, value) === value ? value : giveUp();
}

/** Reads an int64 that is most likely a time in nanoseconds: 19 digits. */
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
