// Readers of integers that are numbers.

import { giveUp, type Scan, sharedScan, sharedView, skipSpace } from "./scan.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const view: DataView = sharedView;
const scan: Scan = sharedScan;

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

/** Reads units small enough that they and their nanos fit exactly into a double. */
export function readColumnUnits(): number {
  return readIntegerIn(-9_007_198, 9_007_198);
}
