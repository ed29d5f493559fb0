import { canonicalJson, type JsonValue } from "@specwright/spec-loader";

/**
 * Returns a canonical text of a value. Equal values have the same text, even if the order of their keys
 * differs. The text keeps all digits of numbers, and writes large integers without an exponent.
 */
export function canonicalText(value: JsonValue): string {
  return JSON.stringify(canonicalJson(value), (_key, each) =>
    isLargeInteger(each) ? { integer: String(BigInt(each)) } : each,
  );
}

function isLargeInteger(value: unknown): value is number | bigint {
  if (typeof value === "bigint") return true;
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

const maxLength = 80;

/** Writes a value for a message: as JSON in backticks, shortened if the JSON is long. */
export function writeValue(value: JsonValue): string {
  const text = typeof value === "string" ? value : canonicalText(value);
  return `\`${text.length > maxLength ? `${text.slice(0, maxLength)}…` : text}\``;
}

/** Writes the values of a change for a message: "changed from `a` to `b`". */
export function writeChange(before: JsonValue | undefined, after: JsonValue | undefined): string {
  if (before === undefined) return after === undefined ? "" : `was set to ${writeValue(after)}`;
  if (after === undefined) return `was removed; it was ${writeValue(before)}`;
  return `changed from ${writeValue(before)} to ${writeValue(after)}`;
}
