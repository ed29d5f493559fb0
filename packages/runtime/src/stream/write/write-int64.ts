// Writers of bigints.

import { giveUp, sharedView } from "../read/scan.ts";
import { writeDigits, writeEightDigits } from "./write-integers.ts";
import { writeLatin } from "./write-scalars.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const view: DataView = sharedView;

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
  // Writes the magnitude as two 32-bit halves. The magnitude of -(2^63) is 2^63, which fits because the
  // upper half is unsigned.
  return write64(low === 0 ? -high : ~high, -low | 0, to + 1);
}

/** Writes an unsigned 64-bit integer. */
function write64(high: number, low: number, to: number): number {
  const near = (high >>> 0) * 4_294_967_296 + (low >>> 0);
  if (high >>> 0 < 2_097_152) return writeDigits(near, to);
  // `near` is rounded, so the quotient may be one too large or one too small. The remainder modulo 2^32
  // shows whether it is.
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
