import type { JsonArray, JsonObject, JsonValue } from "@specwright/spec-loader";
import { compareCodePoints } from "./code-point.ts";

/** Tells an object from the other JSON values. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Tells an array from the other JSON values. */
export function isArray(value: JsonValue | undefined): value is JsonArray {
  return Array.isArray(value);
}

/**
 * Copies a JSON value with the keys of every object sorted by code point; arrays keep their order.
 * Keys that look like array indexes come first, as JavaScript has it. An own `__proto__` key stays
 * an own key. An object that stands in several places (a YAML alias) is copied once.
 */
export function canonicalJson(value: JsonValue): JsonValue {
  return copy(value, new Map());
}

/** Lists the own keys of an object in code point order. */
export function sortedKeys(object: JsonObject): string[] {
  const keys = Object.keys(object);
  for (let index = 1; index < keys.length; index += 1) {
    if (compareCodePoints(keys[index - 1] ?? "", keys[index] ?? "") > 0) {
      return keys.sort(compareCodePoints);
    }
  }
  return keys;
}

/** Sets an own property, `__proto__` included. */
export function setOwn(object: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  } else {
    object[key] = value;
  }
}

function copy(value: JsonValue, copies: Map<JsonValue, JsonValue>): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  if (isArray(value)) {
    const list = value.map((item) => copy(item, copies));
    copies.set(value, list);
    return list;
  }
  const object: Record<string, JsonValue> = {};
  for (const key of sortedKeys(value)) setOwn(object, key, copy(value[key] ?? null, copies));
  copies.set(value, object);
  return object;
}
