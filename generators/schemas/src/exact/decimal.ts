// Decimal numbers without rounding errors: 0.1 in a document is exactly one tenth.

/** The number `units` / 10^`scale`. `scale` is the smallest possible non-negative integer. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

// The powers of ten, by exponent. They are cached because the same small powers are needed many times.
const powers: bigint[] = [];

function powerOfTen(scale: number): bigint {
  if (scale > 400) return 10n ** BigInt(scale);
  for (let next = powers.length; next <= scale; next += 1) powers.push(10n ** BigInt(next));
  return powers[scale] ?? 1n;
}

function shortestDecimal(units: bigint, scale: number): Decimal {
  let [rest, digits] = [units, scale];
  while (digits > 0 && rest % 10n === 0n) {
    rest /= 10n;
    digits -= 1;
  }
  return { units: rest, scale: digits };
}

/** Returns the decimal with the digits of the shortest text for a JavaScript number. */
export function decimalOf(value: number | bigint): Decimal {
  const [, digits = "0", fraction = "", exponent = "0"] =
    /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(value)) ?? [];
  const scale = fraction.length - Number(exponent);
  const units = BigInt(digits + fraction);
  return scale >= 0
    ? shortestDecimal(units, scale)
    : { units: units * powerOfTen(-scale), scale: 0 };
}

/** Returns the JavaScript number with exactly this value; `undefined` if it does not exist. */
export function numberOf(value: Decimal): number | bigint | undefined {
  if (value.scale === 0) {
    const { units } = value;
    return BigInt(Number.MIN_SAFE_INTEGER) <= units && units <= BigInt(Number.MAX_SAFE_INTEGER)
      ? Number(units)
      : units;
  }
  const sign = value.units < 0n ? "-" : "";
  const digits = String(value.units < 0n ? -value.units : value.units);
  const number = Number(`${sign}${digits}e-${value.scale}`);
  return Number.isFinite(number) && compareDecimals(decimalOf(number), value) === 0
    ? number
    : undefined;
}

/**
 * Returns the units of two numbers for a common scale, and this scale. It is the larger of the two scales.
 */
function alignDecimals(left: Decimal, right: Decimal): readonly [bigint, bigint, number] {
  if (left.scale === right.scale) return [left.units, right.units, left.scale];
  const scale = Math.max(left.scale, right.scale);
  return [
    left.units * powerOfTen(scale - left.scale),
    right.units * powerOfTen(scale - right.scale),
    scale,
  ];
}

/** Compares two numbers. The result is negative, zero or positive, as for `Array.prototype.sort`. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const [a, b] =
    left.scale === right.scale ? [left.units, right.units] : alignDecimals(left, right);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the sum of two numbers. */
export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const [a, b, scale] = alignDecimals(left, right);
  return shortestDecimal(a + b, scale);
}

/** Returns the product of a number and an integer. */
export function timesInteger(value: Decimal, factor: bigint): Decimal {
  return shortestDecimal(value.units * factor, value.scale);
}

/** Returns the mean of two numbers. */
export function middleOf(left: Decimal, right: Decimal): Decimal {
  const [a, b, scale] = alignDecimals(left, right);
  return shortestDecimal((a + b) * 5n, scale + 1);
}

/** Reports whether a number is an integer multiple of another number, which must not be 0. */
export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  const [a, b] = alignDecimals(value, step);
  return b !== 0n && a % b === 0n;
}

/**
 * Returns the largest integer n for which n times `step` is not greater than the number. `step` must be
 * positive.
 */
export function floorQuotient(value: Decimal, step: Decimal): bigint {
  const [a, b] = alignDecimals(value, step);
  const quotient = a / b;
  return a % b !== 0n && a < 0n ? quotient - 1n : quotient;
}

/** Returns the least common multiple of two positive numbers. */
export function commonMultiple(left: Decimal, right: Decimal): Decimal {
  const [a, b, scale] = alignDecimals(left, right);
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return shortestDecimal((a / x) * b, scale);
}
