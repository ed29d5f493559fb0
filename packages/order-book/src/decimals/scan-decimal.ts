import { MAX_SCALE, POWERS_OF_TEN } from "./powers-of-ten.ts";

const QUOTE = 0x22;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LOWER_E = 0x65;

/** The number of digits that an int32 holds. */
const INT32_DIGITS = 9;

/** A column of decimals of `DecimalColumns`. */
export interface DecimalColumn {
  /** Integers; NaN where no double holds the integer. */
  mantissas: Float64Array;
  /** The numbers of fraction digits on the wire. */
  scales: Uint8Array;
  /** The mantissas that no double holds, by their index. */
  readonly wide: Map<number, bigint>;
}

/**
 * Reads a decimal, a JSON number or a JSON string of one, into an entry of a column. Returns the
 * index after it, or -1 if the text at `at` is something else.
 */
export function scanDecimal(
  bytes: Uint8Array,
  at: number,
  into: DecimalColumn,
  index: number,
): number {
  const quoted = bytes[at] === QUOTE;
  const from = quoted ? at + 1 : at;
  let next = from;
  let byte = bytes[next] as number;
  const negative = byte === MINUS;
  if (negative) byte = bytes[++next] as number;
  const first = next;
  // Bytes after the end are undefined, which fails every comparison. The digits are summed in
  // integers, which may wrap: numbers of that many digits are read again.
  let whole = 0;
  while (byte >= ZERO && byte <= NINE) {
    whole = (Math.imul(whole, 10) + byte - ZERO) | 0;
    byte = bytes[++next] as number;
  }
  const digits = next - first;
  if (digits === 0 || (digits > 1 && bytes[first] === ZERO)) return -1;
  let scale = 0;
  let fraction = 0;
  if (byte === DOT) {
    byte = bytes[++next] as number;
    const start = next;
    while (byte >= ZERO && byte <= NINE) {
      fraction = (Math.imul(fraction, 10) + byte - ZERO) | 0;
      byte = bytes[++next] as number;
    }
    scale = next - start;
    if (scale === 0) return -1;
  }
  if (digits > INT32_DIGITS || scale > INT32_DIGITS || (byte | 0x20) === LOWER_E) {
    return scanLongDecimal(bytes, from, quoted, into, index);
  }
  const mantissa = whole * (POWERS_OF_TEN[scale] as number) + fraction;
  // A rounded sum is not below the limit either.
  if (mantissa > Number.MAX_SAFE_INTEGER) {
    return scanLongDecimal(bytes, from, quoted, into, index);
  }
  if (quoted) {
    if (byte !== QUOTE) return -1;
    next++;
  }
  // Subtracting from 0 keeps 0 positive.
  into.mantissas[index] = negative ? 0 - mantissa : mantissa;
  into.scales[index] = scale;
  return next;
}

/** Reads a decimal of many digits or with an exponent, whose first digits are known to be right. */
function scanLongDecimal(
  bytes: Uint8Array,
  from: number,
  quoted: boolean,
  into: DecimalColumn,
  index: number,
): number {
  const negative = bytes[from] === MINUS;
  let next = negative ? from + 1 : from;
  let mantissa = 0;
  let text = "";
  let fits = true;
  let start = -1;
  for (; ; next++) {
    const byte = bytes[next] as number;
    if (byte === DOT) {
      start = next + 1;
      continue;
    }
    if (!(byte >= ZERO && byte <= NINE)) break;
    if (fits) {
      const sum = mantissa * 10 + (byte - ZERO);
      if (sum <= Number.MAX_SAFE_INTEGER) {
        mantissa = sum;
        continue;
      }
      fits = false;
      text = String(mantissa);
    }
    text += String.fromCharCode(byte);
    if (text.length > 2 * MAX_SCALE) return -1;
  }
  let scale = start < 0 ? 0 : next - start;
  if (((bytes[next] as number) | 0x20) === LOWER_E) {
    next++;
    const sign = bytes[next] as number;
    if (sign === PLUS || sign === MINUS) next++;
    const first = next;
    let exponent = 0;
    for (let byte = bytes[next] as number; byte >= ZERO && byte <= NINE; ) {
      exponent = Math.min(exponent * 10 + (byte - ZERO), 1e9);
      byte = bytes[++next] as number;
    }
    if (next === first) return -1;
    scale += sign === MINUS ? exponent : -exponent;
  }
  if (quoted) {
    if (bytes[next] !== QUOTE) return -1;
    next++;
  }
  if (scale > MAX_SCALE || scale < -MAX_SCALE) return -1;
  if (fits && scale >= 0) {
    into.mantissas[index] = negative ? 0 - mantissa : mantissa;
    into.scales[index] = scale;
    return next;
  }
  const raised = 10n ** BigInt(scale < 0 ? -scale : 0);
  const exact = (fits ? BigInt(mantissa) : BigInt(text)) * (negative ? -raised : raised);
  into.scales[index] = Math.max(scale, 0);
  const number = Number(exact);
  if (Number.isSafeInteger(number)) into.mantissas[index] = number;
  else {
    into.mantissas[index] = Number.NaN;
    into.wide.set(index, exact);
  }
  return next;
}
