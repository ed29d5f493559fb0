import { isInt64Text, isSafeIntegerText, isUint64Text } from "../formats/integer-text.ts";
import { type LeafForm, leafForm } from "./form.ts";

/**
 * Converts an integer in JSON to the text of its decimal digits. The JSON reader has already converted the
 * integer to a bigint.
 */
export const integerTextForm: LeafForm<string, bigint> = /* @__PURE__ */ leafForm({
  isWire: (value): value is bigint => typeof value === "bigint",
  isValue: isDigits,
  read: String,
  write: BigInt,
});

/**
 * The maximum length. No integer type has more digits, and the time of BigInt grows with the square of the
 * length.
 */
const MAX_LENGTH = 100;

function isDigits(value: unknown): value is string {
  if (typeof value !== "string" || value.length > MAX_LENGTH) return false;
  return /^(?:0|-?[1-9]\d*)$/.test(value);
}

/** Converts the text of a 64-bit integer to a bigint. */
export const textBigIntForm: LeafForm<bigint> = /* @__PURE__ */ leafForm({
  isWire: (value): value is string => isInt64Text(value) || isUint64Text(value),
  isValue: (value) => typeof value === "bigint",
  read: BigInt,
  write: String,
});

/** Converts the text of a safe integer to a number. */
export const textIntegerForm: LeafForm<number> = /* @__PURE__ */ leafForm({
  isWire: isSafeIntegerText,
  isValue: (value): value is number => Number.isSafeInteger(value),
  read: Number,
  write: String,
});
