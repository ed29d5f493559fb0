import { type Decimal, formatDecimal } from "@specwright/runtime";
import { FeedServerError } from "../feed-server-error.ts";

/** A decimal with all digits of its text. For example, `0.50` has the mantissa 50 and the scale 2. */
export interface ExactDecimal {
  readonly mantissa: bigint;
  readonly scale: number;
}

/** A price or quantity, as a text such as `"0.50"` or as a Decimal. */
export type DecimalInput = string | Decimal;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;
const MAX_SCALE = 255;

/** Reads a decimal. @throws FeedServerError `invalid_level`. */
export function readExact(input: DecimalInput): ExactDecimal {
  const text = typeof input === "string" ? input : formatDecimal(input);
  const [, sign, whole = "", fraction = "", exponent = "0"] = DECIMAL.exec(text) ?? [];
  const scale = fraction.length - Number(exponent);
  if (sign === undefined || scale > MAX_SCALE) {
    throw new FeedServerError(
      "invalid_level",
      `${JSON.stringify(text)} is not a decimal such as "0.50".`,
    );
  }
  const digits = BigInt(whole + fraction);
  const mantissa = sign === "-" ? -digits : digits;
  return scale < 0 ? { mantissa: mantissa * 10n ** BigInt(-scale), scale: 0 } : { mantissa, scale };
}

/** Writes a decimal with all its digits. */
export function writeExact({ mantissa, scale }: ExactDecimal): string {
  const sign = mantissa < 0n ? "-" : "";
  const digits = String(mantissa < 0n ? -mantissa : mantissa).padStart(scale + 1, "0");
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Compares two decimals by their value. */
export function compareExact(left: ExactDecimal, right: ExactDecimal): number {
  const difference = subtractExact(left, right).mantissa;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Subtracts decimals. The scale of the result is the larger of the two scales. */
export function subtractExact(left: ExactDecimal, right: ExactDecimal): ExactDecimal {
  const scale = Math.max(left.scale, right.scale);
  const at = (each: ExactDecimal): bigint => each.mantissa * 10n ** BigInt(scale - each.scale);
  return { mantissa: at(left) - at(right), scale };
}

/** Returns a decimal with the opposite sign. */
export function negateExact({ mantissa, scale }: ExactDecimal): ExactDecimal {
  return { mantissa: -mantissa, scale };
}

/** Reports whether two decimals have the same digits. */
export function hasSameDigits(left: ExactDecimal, right: ExactDecimal): boolean {
  return left.mantissa === right.mantissa && left.scale === right.scale;
}
