// Parses JSON as the runtime does, which is fast, and value by value only if that would lose
// something: the digits of a large integer, a duplicate key, or the position of an error.

import { isJsonArray, isJsonObject, type JsonValue } from "../json/json-value.ts";
import { createJsonLocator } from "./locate-json.ts";
import { outlineJson } from "./outline-json.ts";
import { readExactJson } from "./read-exact-json.ts";
import type { ParsedText, ParseLimits } from "./text-problem.ts";

/**
 * Parses JSON (RFC 8259). Integers outside ±(2^53-1) become bigint. Never throws for invalid text.
 */
export function parseJson(text: string, { maxDepth }: ParseLimits): ParsedText {
  const value = readPlainJson(text);
  if (value === undefined) {
    return { ...readExactJson(text, maxDepth), offsetOf: createJsonLocator(text, new Map()) };
  }
  const outline = outlineJson(text);
  const offsetOf = createJsonLocator(text, outline.outermost);
  const isWhole =
    outline.depth <= maxDepth && outline.plainNumbers && outline.members === countMembers(value);
  return isWhole
    ? { value, problems: [], offsetOf }
    : { ...readExactJson(text, maxDepth), offsetOf };
}

function readPlainJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Counts the members of all objects; a duplicate key counts once. */
function countMembers(value: JsonValue): number {
  let count = 0;
  if (isJsonArray(value)) for (const item of value) count += countMembers(item);
  else if (isJsonObject(value)) {
    const items = Object.values(value);
    count += items.length;
    for (const item of items) count += countMembers(item);
  }
  return count;
}
