// Functions for numbers in the form of their JSON text.

import { ExactNumber } from "./exact-number.ts";

/**
 * Matches a JSON number. The exponent has at most three digits, so that the number without exponent is not
 * too long.
 */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;

/** Reports whether a value is the text of a JSON number with an exponent below 1000. */
export function isNumberText(value: unknown): value is string {
  return typeof value === "string" && NUMBER.test(value);
}

/** Returns the text of a number, bigint or exact number; undefined for any other value. */
export function numberTextOf(value: unknown): string | undefined {
  if (value instanceof ExactNumber) return value.text;
  const isNumber = typeof value === "bigint" || Number.isFinite(value);
  return isNumber ? String(value) : undefined;
}

/** Writes a number without an exponent: `1e-7` as `0.0000001`. */
export function withoutExponent(text: string): string {
  const [mantissa = "", exponent] = text.toLowerCase().split("e");
  if (exponent === undefined) return text;
  const sign = mantissa.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, "0");
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
