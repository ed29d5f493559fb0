import { MAX_SCALE, POWERS_OF_TEN } from "./powers-of-ten.ts";

const QUOTE = 0x22;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LOWER_E = 0x65;

// Engines inline only constants of their own module.
const POWERS = POWERS_OF_TEN;

/** The prices or quantities of `DecimalColumns`. */
export interface DecimalColumn {
  /** The mantissas. NaN if the mantissa does not fit a double. */
  mantissas: Float64Array;
  /** The scales, which are the numbers of received fraction digits. */
  scales: Uint8Array;
  /** The mantissas that do not fit a double, by the index of their level. */
  readonly wide: Map<number, bigint>;
}

/**
 * Reads a decimal into an entry of a column. The decimal is a JSON number, or a JSON string with a number.
 * Returns the index after it, or -1 if the text at `at` is not a decimal.
 *
 * This function itself reads only the usual decimals: at most nine digits on each side of the dot, and 15
 * in total. It uses numbers instead of named constants. Both keep it so small that engines inline it.
 */
export function scanDecimal(
  bytes: Uint8Array,
  at: number,
  into: DecimalColumn,
  index: number,
): number {
  // Bytes after the end are undefined, which the bitwise operation converts to 0. The numbers below are the
  // code of a quote, and the codes of a minus, a dot, a quote and an e, minus the code of the digit 0.
  const quoted = bytes[at] === 0x22;
  let next = quoted ? at + 1 : at;
  let digit = ((bytes[next] as number) | 0) - 0x30;
  const negative = digit === -3;
  if (negative) digit = ((bytes[++next] as number) | 0) - 0x30;
  const first = next;
  // If there are more than nine digits, the sum may overflow, but is not used. Ten times the sum is
  // computed with shifts, because a multiplication takes longer than all other steps.
  let whole = 0;
  while (digit >>> 0 <= 9) {
    whole = ((((whole << 2) + whole) << 1) + digit) | 0;
    digit = ((bytes[++next] as number) | 0) - 0x30;
  }
  const digits = next - first;
  let usual = digits === 1;
  // The case of one digit is separate, because the processor can then predict the branch on the first
  // digit.
  if (!usual) usual = (digits - 1) >>> 0 <= 8 && bytes[first] !== 0x30;
  let scale = 0;
  let fraction = 0;
  if (digit === -2) {
    const dot = next;
    digit = ((bytes[++next] as number) | 0) - 0x30;
    while (digit >>> 0 <= 9) {
      fraction = ((((fraction << 2) + fraction) << 1) + digit) | 0;
      digit = ((bytes[++next] as number) | 0) - 0x30;
    }
    scale = next - dot - 1;
    if ((scale - 1) >>> 0 > 8 || digits + scale > 15) usual = false;
  }
  if (quoted ? digit !== -14 : digit === 53 || digit === 21) usual = false;
  if (!usual) return scanAnyDecimal(bytes, at, into, index);
  const mantissa = whole * (POWERS[scale] as number) + fraction;
  // The subtraction from 0 avoids -0.
  into.mantissas[index] = negative ? 0 - mantissa : mantissa;
  into.scales[index] = scale;
  return quoted ? next + 1 : next;
}

/** Reads a decimal of any form that is allowed. */
function scanAnyDecimal(bytes: Uint8Array, at: number, into: DecimalColumn, index: number): number {
  const quoted = bytes[at] === QUOTE;
  let next = quoted ? at + 1 : at;
  const negative = bytes[next] === MINUS;
  if (negative) next++;
  const first = next;
  let mantissa = 0;
  let text = "";
  let fits = true;
  let dot = -1;
  for (; ; next++) {
    const byte = bytes[next] as number;
    if (byte === DOT && dot < 0) {
      dot = next;
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
  const digits = (dot < 0 ? next : dot) - first;
  // In a string, a decimal may begin with a dot, such as ".48". A JSON number may not.
  if (digits === 0 && (!quoted || dot < 0)) return -1;
  if ((digits > 1 && bytes[first] === ZERO) || dot === next - 1) return -1;
  let scale = dot < 0 ? 0 : next - dot - 1;
  if (((bytes[next] as number) | 0x20) === LOWER_E) {
    next++;
    const sign = bytes[next] as number;
    if (sign === PLUS || sign === MINUS) next++;
    const start = next;
    let exponent = 0;
    for (let byte = bytes[next] as number; byte >= ZERO && byte <= NINE; ) {
      exponent = Math.min(exponent * 10 + (byte - ZERO), 1e9);
      byte = bytes[++next] as number;
    }
    if (next === start) return -1;
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
