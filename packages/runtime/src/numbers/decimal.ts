import type { DecimalErrorCode } from "../errors/error-codes.ts";
import { SpecwrightError } from "../errors/specwright-error.ts";

/**
 * A decimal number as transmitted: `units + nanos / 10^9`. Both parts have the same sign, or are
 * zero.
 */
export interface Decimal {
  /** The whole part, an int64. */
  units: bigint;
  /** Billionths, from -999,999,999 to 999,999,999. */
  nanos: number;
}

/** How to round digits beyond the ninth. */
export type DecimalRounding = "down" | "up" | "half_even";

/** Thrown for text or parts that do not form a Decimal. */
export class DecimalError extends SpecwrightError<DecimalErrorCode> {
  override readonly name: string = "DecimalError";
}

const NANOS_PER_UNIT = 1_000_000_000n;
const MAX_NANOS = 999_999_999;
const MIN_UNITS = -(2n ** 63n);
const MAX_UNITS = 2n ** 63n - 1n;
const TEXT = /^(-?)(\d{1,19})(?:\.(\d{1,9}))?$/;

/**
 * Checks the two parts of a received Decimal: their ranges, and that their signs are equal. Throws
 * `DecimalError`.
 */
export function decimalFromWire(wire: Decimal): Decimal {
  const { units, nanos } = wire;
  if (!Number.isInteger(nanos) || Math.abs(nanos) > MAX_NANOS) {
    throw new DecimalError("decimal_range", "nanos is not an integer from -999999999 to 999999999");
  }
  if (units < MIN_UNITS || units > MAX_UNITS) {
    throw new DecimalError("decimal_range", "units is not an int64");
  }
  if ((units > 0n && nanos < 0) || (units < 0n && nanos > 0)) {
    throw new DecimalError("decimal_sign", "units and nanos differ in sign");
  }
  // Adding 0 turns -0 into 0.
  return { units, nanos: nanos + 0 };
}

/** Converts to an integer of billionths, the form for calculations. Accepts parts of different signs. */
export function decimalToNanos(value: Decimal): bigint {
  return value.units * NANOS_PER_UNIT + BigInt(value.nanos);
}

/**
 * Converts billionths to a Decimal whose parts have the same sign.
 *
 * @throws DecimalError if the units exceed an int64.
 */
export function decimalFromNanos(nanos: bigint): Decimal {
  const units = nanos / NANOS_PER_UNIT;
  if (units < MIN_UNITS || units > MAX_UNITS) {
    throw new DecimalError("decimal_range", "the value does not fit an int64 of units");
  }
  return { units, nanos: Number(nanos % NANOS_PER_UNIT) };
}

/**
 * Parses text such as `1.25` or `-0.000000001`: no exponent, no plus sign, at most nine decimals.
 *
 * @throws DecimalError for any other text.
 */
export function parseDecimal(text: string): Decimal {
  const [, sign, whole, fraction = ""] = TEXT.exec(text) ?? [];
  if (whole === undefined) throw new DecimalError("decimal_syntax", "the text is not a decimal");
  const nanos = BigInt(whole) * NANOS_PER_UNIT + BigInt(fraction.padEnd(9, "0"));
  return decimalFromNanos(sign === "-" ? -nanos : nanos);
}

/** Writes the shortest text that `parseDecimal` reads back to the same value, such as `1.25`. */
export function formatDecimal(value: Decimal): string {
  const nanos = decimalToNanos(value);
  const size = absoluteValue(nanos);
  const fraction = String(size % NANOS_PER_UNIT)
    .padStart(9, "0")
    .replace(/0+$/, "");
  const point = fraction === "" ? "" : ".";
  return `${nanos < 0n ? "-" : ""}${size / NANOS_PER_UNIT}${point}${fraction}`;
}

/** Compares by value, even if the parts have different signs. */
export function compareDecimals(left: Decimal, right: Decimal): -1 | 0 | 1 {
  if (left.units === right.units) {
    // If the units are equal, as for prices below 1, no bigint needs to be created.
    return left.nanos === right.nanos ? 0 : left.nanos < right.nanos ? -1 : 1;
  }
  const difference = decimalToNanos(left) - decimalToNanos(right);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/**
 * Adds exactly.
 *
 * @throws DecimalError if the sum does not fit.
 */
export function addDecimals(left: Decimal, right: Decimal): Decimal {
  return decimalFromNanos(decimalToNanos(left) + decimalToNanos(right));
}

/**
 * Subtracts exactly.
 *
 * @throws DecimalError if the difference does not fit.
 */
export function subtractDecimals(left: Decimal, right: Decimal): Decimal {
  return decimalFromNanos(decimalToNanos(left) - decimalToNanos(right));
}

/**
 * Changes the sign.
 *
 * @throws DecimalError for the least int64.
 */
export function negateDecimal(value: Decimal): Decimal {
  return decimalFromNanos(-decimalToNanos(value));
}

/**
 * Multiplies, and rounds to billionths: `down` towards zero, `up` away from zero.
 *
 * @throws DecimalError if the product does not fit.
 */
export function multiplyDecimals(
  left: Decimal,
  right: Decimal,
  rounding: DecimalRounding,
): Decimal {
  const product = decimalToNanos(left) * decimalToNanos(right);
  return decimalFromNanos(roundedQuotient(product, NANOS_PER_UNIT, rounding));
}

/**
 * Divides, and rounds to billionths as `multiplyDecimals` does. Use it, for example, for an average
 * price: volume divided by quantity.
 *
 * @throws DecimalError if the quotient does not fit or the divisor is 0.
 */
export function divideDecimals(left: Decimal, right: Decimal, rounding: DecimalRounding): Decimal {
  const divisor = decimalToNanos(right);
  if (divisor === 0n) throw new DecimalError("decimal_division", "the divisor is 0");
  const dividend = decimalToNanos(left) * NANOS_PER_UNIT;
  return decimalFromNanos(roundedQuotient(dividend, divisor, rounding));
}

function roundedQuotient(dividend: bigint, divisor: bigint, rounding: DecimalRounding): bigint {
  const quotient = dividend / divisor;
  const rest = dividend % divisor;
  if (rest === 0n) return quotient;
  const away = dividend < 0n === divisor < 0n ? 1n : -1n;
  switch (rounding) {
    case "down":
      return quotient;
    case "up":
      return quotient + away;
    case "half_even": {
      const twice = absoluteValue(rest) * 2n;
      const size = absoluteValue(divisor);
      const goes = twice > size || (twice === size && quotient % 2n !== 0n);
      return goes ? quotient + away : quotient;
    }
    default:
      return rounding satisfies never;
  }
}

function absoluteValue(value: bigint): bigint {
  return value < 0n ? -value : value;
}
