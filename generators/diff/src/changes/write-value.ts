import { canonicalJson, type JsonValue } from "@specwright/spec-loader";

/**
 * Returns the same text for equal values, whatever the order of keys. It keeps all digits; a large
 * integer has one form, even if it is written with an exponent.
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

/** Writes a value for a message: as JSON in backticks, shortened if it is long. */
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
