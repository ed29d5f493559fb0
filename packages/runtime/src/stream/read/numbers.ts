// Readers of numbers with or without a fraction.

import { giveUp, type Scan, sharedScan, sharedView, skipSpace } from "./scan.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const view: DataView = sharedView;
const scan: Scan = sharedScan;

/** Reads a number as JSON.parse does. */
export function readNumber(): number {
  if (view.getUint8(scan.at) <= 32) skipSpace();
  const short = readShortNumber();
  if (!Number.isNaN(short)) return short;
  const start = scan.at;
  skipNumber();
  const value = Number(scan.source.substring(start, scan.at));
  return Number.isFinite(value) ? value : giveUp();
}

const powersOfTen: readonly number[] = Array.from({ length: 16 }, (_, power) => 10 ** power);

/**
 * Reads a number of at most 15 digits without an exponent; for any other number, reads nothing and
 * returns NaN.
 */
export function readShortNumber(): number {
  const isNegative = view.getUint8(scan.at) === 45;
  const start = isNegative ? scan.at + 1 : scan.at;
  let q = start;
  let value = 0;
  let unit = view.getUint8(q);
  while (unit >= 48 && unit <= 57) {
    value = value * 10 + unit - 48;
    q += 1;
    unit = view.getUint8(q);
  }
  let digits = q - start;
  if (digits === 0 || (digits > 1 && view.getUint8(start) === 48)) return Number.NaN;
  if (unit === 46) {
    const point = q;
    q += 1;
    unit = view.getUint8(q);
    while (unit >= 48 && unit <= 57) {
      value = value * 10 + unit - 48;
      q += 1;
      unit = view.getUint8(q);
    }
    const decimals = q - point - 1;
    digits += decimals;
    if (decimals === 0 || digits > 15) return Number.NaN;
    // Both operands are exact, so the quotient is the nearest double.
    value /= powersOfTen[decimals] ?? 1;
  }
  if (digits > 15 || (unit | 0x20) === 0x65) return Number.NaN;
  scan.at = q;
  return isNegative ? -value : value;
}

/** Skips a number in any notation. */
export function skipNumber(): void {
  if (view.getUint8(scan.at) === 45) scan.at += 1;
  if (view.getUint8(scan.at) === 48) scan.at += 1;
  else skipDigits();
  if (view.getUint8(scan.at) === 46) {
    scan.at += 1;
    skipDigits();
  }
  if ((view.getUint8(scan.at) | 0x20) === 0x65) {
    scan.at += 1;
    const sign = view.getUint8(scan.at);
    if (sign === 43 || sign === 45) scan.at += 1;
    skipDigits();
  }
}

/** Reads a number within bounds. */
export function readNumberIn(least: number, most: number): number {
  const value = readNumber();
  return value >= least && value <= most ? value : giveUp();
}

function skipDigits(): void {
  const start = scan.at;
  let unit = view.getUint8(scan.at);
  while (unit >= 48 && unit <= 57) {
    scan.at += 1;
    unit = view.getUint8(scan.at);
  }
  if (scan.at === start) giveUp();
}
