// Writers of integers that are numbers.

import { giveUp, sharedView } from "../read/scan.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const view: DataView = sharedView;

/** A cache: the four digits of each number from 0 to 9999, as a word. */
const digitTexts: Int32Array = new Int32Array(10_000);

/** Returns the four digits of a number up to 9999 as a word, with leading zeros. */
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
export function writeDigits(value: number, to: number): number {
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
export function writeEightDigits(value: number, to: number): number {
  const high = (value / 10_000) | 0;
  view.setInt32(to, fourDigitText(high), true);
  view.setInt32(to + 4, fourDigitText(value - high * 10_000), true);
  return to + 8;
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
