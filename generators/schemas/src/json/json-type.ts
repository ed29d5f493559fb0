import { isJsonArray, type JsonValue } from "@specwright/spec-loader";
import { compareDecimals, decimalOf } from "../exact/decimal.ts";

/** A type of JSON values. Integers have the type "number". */
export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** The types of JSON values, sorted by how simple their values are. */
export const jsonTypes: readonly JsonType[] = [
  "null",
  "boolean",
  "number",
  "string",
  "array",
  "object",
];

/** Returns the type of a value. */
export function jsonTypeOf(value: JsonValue): JsonType {
  if (value === null) return "null";
  if (isJsonArray(value)) return "array";
  if (typeof value === "bigint") return "number";
  return typeof value as JsonType;
}

/**
 * Reports whether two values are equal, as JSON Schema defines equality: 1 and 1.0 are the same number.
 */
export function isSameJson(left: JsonValue, right: JsonValue): boolean {
  const type = jsonTypeOf(left);
  if (type !== jsonTypeOf(right)) return false;
  if (isNumber(left) && isNumber(right)) {
    return compareDecimals(decimalOf(left), decimalOf(right)) === 0;
  }
  if (isJsonArray(left) && isJsonArray(right)) {
    return (
      left.length === right.length &&
      left.every((item, index) => isSameJson(item, right[index] ?? null))
    );
  }
  if (isObject(left) && isObject(right)) {
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every(
        (name) => Object.hasOwn(right, name) && isSameJson(left[name] ?? null, right[name] ?? null),
      )
    );
  }
  return left === right;
}

/** Reports whether a value is a number. */
export function isNumber(value: JsonValue): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/** Reports whether a value is an object. */
export function isObject(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return jsonTypeOf(value) === "object";
}

/** Returns the length of a string in code points, as `minLength` counts it. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
