import { canonicalJson, type JsonValue } from "@specwright/spec-loader";

/**
 * Returns a text that is equal for equal values: whatever the order of keys, with every digit, and
 * for a large integer also if it is written with an exponent.
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

/** Writes the values of a change for a message: "is `b`; it was `a`". */
export function writeChange(before: JsonValue | undefined, after: JsonValue | undefined): string {
  if (before === undefined)
    return after === undefined ? "" : `is ${writeValue(after)}; it was not set`;
  if (after === undefined) return `is no longer set; it was ${writeValue(before)}`;
  return `is ${writeValue(after)}; it was ${writeValue(before)}`;
}
