import { isInt64Text, isSafeIntegerText, isUint64Text } from "../formats/integer-text.ts";
import { type LeafForm, leafForm } from "./form.ts";

/**
 * An integer in JSON as the text of its decimal digits. The reader has already converted it to a
 * bigint.
 */
export const integerTextForm: LeafForm<string, bigint> = /* @__PURE__ */ leafForm({
  isWire: (value): value is bigint => typeof value === "bigint",
  isValue: isDigits,
  read: String,
  write: BigInt,
});

/** No integer type has more digits, and the time of BigInt grows with their square. */
const MAX_LENGTH = 100;

function isDigits(value: unknown): value is string {
  if (typeof value !== "string" || value.length > MAX_LENGTH) return false;
  return /^(?:0|-?[1-9]\d*)$/.test(value);
}

/** The digits of an integer of 64 bits as a bigint. */
export const textBigIntForm: LeafForm<bigint> = /* @__PURE__ */ leafForm({
  isWire: (value): value is string => isInt64Text(value) || isUint64Text(value),
  isValue: (value) => typeof value === "bigint",
  read: BigInt,
  write: String,
});

/** The digits of a safe integer as a number. */
export const textIntegerForm: LeafForm<number> = /* @__PURE__ */ leafForm({
  isWire: isSafeIntegerText,
  isValue: (value): value is number => Number.isSafeInteger(value),
  read: Number,
  write: String,
});
