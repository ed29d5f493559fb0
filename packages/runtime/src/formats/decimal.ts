import { type Decimal, DecimalError, parseDecimal } from "../numbers/decimal.ts";

/** Reports whether a value is a text that fits in a `Decimal`, such as `-0.25`. */
export function isDecimalText(text: unknown): text is string {
  if (typeof text !== "string") return false;
  try {
    decimalOf(text);
    return true;
  } catch (error) {
    if (error instanceof DecimalError) return false;
    throw error;
  }
}

/** Parses a decimal. Ignores zeros beyond the ninth decimal place. */
export function decimalOf(text: string): Decimal {
  return parseDecimal(text.replace(/(\.\d{9})0+$/, "$1"));
}
