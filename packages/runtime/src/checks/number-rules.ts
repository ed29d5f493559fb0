// Keywords for numbers. A value may be a number or a bigint, and JavaScript compares the two exactly.
// Divisions use decimal digits, because in IEEE 754, 0.3 is not a multiple of 0.1.

import { isExactNumber } from "./predicates.ts";
import { addIssue, type Payload, type Rule } from "./rule.ts";

/** Requires a number not below the bound. */
export function minimum(bound: number | bigint): Rule {
  return compareNumber("minimum", `Expected at least ${bound}`, (value) => value >= bound);
}

/** Requires a number not above the bound. */
export function maximum(bound: number | bigint): Rule {
  return compareNumber("maximum", `Expected at most ${bound}`, (value) => value <= bound);
}

/** Requires a number above the bound. */
export function exclusiveMinimum(bound: number | bigint): Rule {
  return compareNumber(
    "exclusive_minimum",
    `Expected more than ${bound}`,
    (value) => value > bound,
  );
}

/** Requires a number below the bound. */
export function exclusiveMaximum(bound: number | bigint): Rule {
  return compareNumber(
    "exclusive_maximum",
    `Expected less than ${bound}`,
    (value) => value < bound,
  );
}

/** Requires a multiple of `divisor`, computed on decimal digits. */
export function multipleOf(divisor: number | bigint): Rule {
  const by = decimal(divisor);
  return compareNumber("multiple_of", `Expected a multiple of ${divisor}`, (value) =>
    divides(by, decimal(value)),
  );
}

/**
 * Converts a safe integer to bigint; returns any other value unchanged, for the next schema to
 * check.
 */
export function toBigInt(value: unknown): unknown {
  return Number.isSafeInteger(value) ? BigInt(Number(value)) : value;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimal(value: number | bigint): Decimal {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

function divides(divisor: Decimal, value: Decimal): boolean {
  const exponent = Math.min(divisor.exponent, value.exponent);
  const scaled = ({ digits, exponent: own }: Decimal): bigint =>
    digits * 10n ** BigInt(own - exponent);
  // Only 0 is a multiple of 0.
  return divisor.digits === 0n ? value.digits === 0n : scaled(value) % scaled(divisor) === 0n;
}

function compareNumber(
  code: string,
  message: string,
  holds: (value: number | bigint) => boolean,
): Rule {
  return (payload: Payload) => {
    const { value } = payload;
    if (isExactNumber(value) && !holds(value)) addIssue(payload, code, message);
  };
}
