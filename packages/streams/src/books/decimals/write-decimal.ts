import { decimalText } from "./decimal-text.ts";
import { POWERS_OF_TEN } from "./powers-of-ten.ts";

/** How numbers are written; see `format` of `ChecksumRule`. */
export type NumberFormat = "digits" | "written" | "shortest" | "ecmascript";

const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;

/** Integers below this number have at most 15 digits, which a double represents exactly. */
const KEPT_DIGITS = 1e15;

/**
 * Writes a decimal in ASCII at `at`, and returns the index after it. The array must have enough room.
 * Numbers that do not fit a double are converted through a string. So are numbers of more than 15 digits in
 * the format `ecmascript`.
 */
export function writeDecimal(
  mantissa: number | bigint,
  scale: number,
  format: NumberFormat,
  into: Uint8Array,
  at: number,
): number {
  if (typeof mantissa === "bigint") return writeAsText(mantissa, scale, format, into, at);
  let next = at;
  let rest = mantissa;
  if (rest < 0) {
    into[next++] = MINUS;
    rest = -rest;
  }
  // Without leading zeros, the number 0 has no digits.
  if (format === "digits") return rest === 0 ? next : writeInteger(rest, into, next);
  if (format === "written") return writeFixed(rest, scale, into, next);
  if (rest === 0) {
    into[next] = ZERO;
    return next + 1;
  }
  let fraction = scale;
  while (fraction > 0 && Math.floor(rest / 10) * 10 === rest) {
    rest /= 10;
    fraction--;
  }
  if (format === "ecmascript") {
    if (rest >= KEPT_DIGITS) return writeAsText(mantissa, scale, format, into, at);
    const digits = countDigits(rest);
    if (digits - fraction < -5) return writeExponent(rest, digits, fraction, into, next);
  }
  return writeFixed(rest, fraction, into, next);
}

function writeInteger(value: number, into: Uint8Array, at: number): number {
  const end = at + countDigits(value);
  writeDigits(value, into, at, end);
  return end;
}

/**
 * Writes the digits of an integer from `at` to `end`, with leading zeros. The last nine digits are written
 * separately from the others, so that both parts are integers of 32 bits.
 */
function writeDigits(value: number, into: Uint8Array, at: number, end: number): void {
  const high = Math.floor(value / 1e9);
  let low = (value - high * 1e9) | 0;
  let next = end - 1;
  const middle = Math.max(at, end - 9);
  for (; next >= middle; next--) {
    const tenth = (low / 10) | 0;
    into[next] = ZERO + low - tenth * 10;
    low = tenth;
  }
  // The other part has at most seven digits.
  low = high | 0;
  for (; next >= at; next--) {
    const tenth = (low / 10) | 0;
    into[next] = ZERO + low - tenth * 10;
    low = tenth;
  }
}

function writeFixed(value: number, fraction: number, into: Uint8Array, at: number): number {
  if (fraction === 0) return writeInteger(value, into, at);
  const digits = countDigits(value);
  const whole = Math.max(1, digits - fraction);
  const dot = at + whole;
  const end = dot + 1 + fraction;
  // Writes all digits one place to the right. Then moves the digits before the dot to the left.
  writeDigits(value, into, at + 1, end);
  into.copyWithin(at, at + 1, dot + 1);
  into[dot] = DOT;
  return end;
}

function writeExponent(
  value: number,
  digits: number,
  fraction: number,
  into: Uint8Array,
  at: number,
): number {
  let next = writeInteger(value, into, at + 1);
  into[at] = into[at + 1] as number;
  if (digits === 1) next = at + 1;
  else into[at + 1] = DOT;
  into[next++] = 0x65;
  into[next++] = MINUS;
  return writeInteger(fraction - digits + 1, into, next);
}

/** Returns the number of digits of a positive integer. */
function countDigits(value: number): number {
  let digits = value < 1e8 ? 1 : 9;
  while (value >= (POWERS_OF_TEN[digits] as number)) digits++;
  return digits;
}

function writeAsText(
  mantissa: number | bigint,
  scale: number,
  format: NumberFormat,
  into: Uint8Array,
  at: number,
): number {
  const plain = plainText(mantissa, scale, format);
  const text = format === "ecmascript" ? String(Number(plain)) : plain;
  for (let index = 0; index < text.length; index++) into[at + index] = text.charCodeAt(index);
  return at + text.length;
}

function plainText(mantissa: number | bigint, scale: number, format: NumberFormat): string {
  if (format === "digits") return String(mantissa);
  if (format !== "written" || scale === 0) return decimalText(mantissa, scale);
  const digits = String(mantissa)
    .replace("-", "")
    .padStart(scale + 1, "0");
  const sign = mantissa < 0 ? "-" : "";
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
