// Decimals: text or numbers in JSON, and their types in TypeScript.

import { decimalOf, isDecimalText } from "../formats/decimal.ts";
import { type Decimal, DecimalError, decimalFromWire, formatDecimal } from "../numbers/decimal.ts";
import { ExactNumber } from "../numbers/exact-number.ts";
import { isNumberText, numberTextOf, withoutExponent } from "../numbers/number-text.ts";
import { type LeafForm, leafForm } from "./form.ts";

/** Converts a text of the format `decimal` to a `Decimal`. The written text has no trailing zeros. */
export const decimalForm: LeafForm<Decimal> = /* @__PURE__ */ leafForm({
  isWire: isDecimalText,
  isValue: isDecimal,
  read: decimalOf,
  write: formatDecimal,
});

/** Converts a number of the format `decimal` to a `Decimal`, with all its digits. */
export const decimalNumberForm: LeafForm<Decimal, number> = {
  is: isDecimal,
  read: (wire) => decimalOf(withoutExponent(String(wire))),
  write: (value) => Number(formatDecimal(value)),
  decode: (wire, value, source = wire) => {
    if (isDecimal(source)) return source;
    const text = plainText(typeof value === "object" ? undefined : source);
    if (isDecimalText(text)) return decimalOf(text);
    // Only an unchecked value reaches this line. An `ExactNumber` keeps the digits that a number
    // would lose.
    return source instanceof ExactNumber ? source : value;
  },
  encode: (value, exact) => {
    const text = isDecimal(value) ? formatDecimal(value) : plainText(value);
    if (text === undefined) return value;
    if (exact === true) return new ExactNumber(numberTextOf(value) ?? text);
    // A text that does not fit in a Decimal becomes NaN, which the check refuses.
    return isDecimalText(text) ? Number(text) : Number.NaN;
  },
};

/** Converts a number of the format `decimal` to its text in JSON. */
export const numberTextForm: LeafForm<string, number> = {
  is: isNumberText,
  read: String,
  write: Number,
  decode: (wire, value, source = wire) =>
    isNumberText(source) ? source : (numberTextOf(source) ?? value),
  encode: (value, exact) => {
    const text = isNumberText(value) ? value : numberTextOf(value);
    if (text === undefined) return value;
    return exact === true ? new ExactNumber(text) : Number(text);
  },
};

/** Reports whether a value has the parts of a `Decimal`. */
function isDecimal(value: unknown): value is Decimal {
  if (typeof value !== "object" || value === null) return false;
  if (!("units" in value && "nanos" in value)) return false;
  const { units, nanos } = value;
  if (typeof units !== "bigint" || typeof nanos !== "number") return false;
  try {
    decimalFromWire({ units, nanos });
    return true;
  } catch (error) {
    if (error instanceof DecimalError) return false;
    throw error;
  }
}

function plainText(value: unknown): string | undefined {
  const text = numberTextOf(value);
  return isNumberText(text) ? withoutExponent(text) : undefined;
}
