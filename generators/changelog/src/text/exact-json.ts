import type { JsonValue } from "@specwright/spec-loader";

/** Prints a value as JSON on one line; integers keep all their digits. */
export function printJson(value: JsonValue): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${value.map((each: JsonValue) => printJson(each)).join(", ")}]`;
  const members = Object.entries(value).map(
    ([key, each]: [string, JsonValue]) => `${JSON.stringify(key)}: ${printJson(each)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/**
 * Reads JSON; integers beyond ±(2^53-1) become bigint, so that they keep their digits.
 *
 * @throws {SyntaxError} The text is not JSON.
 */
export function readJson(text: string): unknown {
  return JSON.parse(text, keepDigits);
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isInexact = typeof value === "number" && !Number.isSafeInteger(value);
  const source = context?.source ?? "";
  return isInexact && /^-?\d+$/.test(source) ? BigInt(source) : value;
}
