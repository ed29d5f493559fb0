import { compareCodePoints } from "./code-point.ts";
import {
  isJsonArray,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  setMember,
} from "./json-value.ts";

/**
 * Copies a JSON value with the keys of every object sorted by code point; arrays keep their order.
 * Keys that look like array indexes come first, as always in JavaScript. An own `__proto__` key
 * stays an own key. Ordered objects are not copied. An object that occurs in several places (a YAML
 * alias) is copied once, unless `shared` says that there are none.
 */
export function canonicalJson(value: JsonValue, shared = true): JsonValue {
  return copy(value, shared ? new Map() : undefined);
}

/** Lists the own keys of an object in code point order. */
export function sortedKeys(object: JsonObject): string[] {
  const keys = Object.keys(object);
  return inOrder(keys) ? keys : sort(keys);
}

/** Sorts in place. The order of code units, which is much faster, is nearly always the same. */
function sort(keys: string[]): string[] {
  keys.sort();
  return inOrder(keys) ? keys : keys.sort(compareCodePoints);
}

function copy(value: JsonValue, copies: Map<JsonValue, JsonValue> | undefined): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  const known = copies?.get(value);
  if (known !== undefined) return known;
  const result = isJsonArray(value) ? copyArray(value, copies) : copyObject(value, copies);
  copies?.set(value, result);
  return result;
}

function copyArray(array: JsonArray, copies: Map<JsonValue, JsonValue> | undefined): JsonArray {
  let changed = false;
  const items = array.map((item) => {
    const result = copy(item, copies);
    changed ||= result !== item;
    return result;
  });
  return changed ? items : array;
}

function copyObject(object: JsonObject, copies: Map<JsonValue, JsonValue> | undefined): JsonObject {
  const keys = Object.keys(object);
  const sorted = inOrder(keys) ? keys : sort([...keys]);
  let changed = sorted !== keys;
  const values = sorted.map((key) => {
    const value = object[key] ?? null;
    const copied = copy(value, copies);
    changed ||= copied !== value;
    return copied;
  });
  if (!changed) return object;
  const result: Record<string, JsonValue> = {};
  for (let index = 0; index < sorted.length; index++) {
    setMember(result, sorted[index] ?? "", values[index] ?? null);
  }
  return result;
}

function inOrder(keys: readonly string[]): boolean {
  let last = "";
  for (const key of keys) {
    if (compareCodePoints(last, key) > 0) return false;
    last = key;
  }
  return true;
}
