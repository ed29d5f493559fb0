// JSON values as read by the loader. Integers outside the safe range keep their digits as bigint;
// objects are plain and may have an own `__proto__` key.

/** Any value in a document. */
export type JsonValue = null | boolean | number | bigint | string | JsonArray | JsonObject;

export type JsonArray = readonly JsonValue[];

/** A JSON object. Iterate with `Object.keys`; a key may be any string, even `__proto__`. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Reports whether a value is a JSON object: neither null nor an array. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reports whether a value is a JSON array. */
export function isJsonArray(value: JsonValue | undefined): value is JsonArray {
  return Array.isArray(value);
}

/** Returns an own member; `undefined` if it is missing, even for names that every object inherits. */
export function memberOf(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets an own member of an object under construction, `__proto__` included. */
export function setMember(object: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else {
    object[key] = value;
  }
}

/**
 * Compares two strings by code point, never by locale, like the names of a contract; returns a negative
 * number, 0 or a positive number.
 */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return codeUnitRank(a) - codeUnitRank(b);
  }
  return left.length - right.length;
}

// Surrogates represent the highest code points, although the code units of some lower code points are
// higher.
function codeUnitRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/**
 * Copies a JSON value with the keys of every object sorted by code point; arrays keep their order.
 * Keys that look like array indexes come first, as always in JavaScript. An own `__proto__` key
 * stays an own key. Sorted objects are not copied. An object that occurs in several places (a YAML
 * alias) is copied once, unless `shared` is false.
 */
export function canonicalJson(value: JsonValue, shared = true): JsonValue {
  return copySorted(value, shared ? new Map() : undefined);
}

/** Lists the own keys of an object in code point order. */
export function sortedKeys(object: JsonObject): string[] {
  const keys = Object.keys(object);
  return inOrder(keys) ? keys : sortNames(keys);
}

/** Sorting in place by code units is much faster, and the result is nearly always the same. */
function sortNames(keys: string[]): string[] {
  keys.sort();
  return inOrder(keys) ? keys : keys.sort(compareCodePoints);
}

function copySorted(value: JsonValue, copies: Map<JsonValue, JsonValue> | undefined): JsonValue {
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
    const result = copySorted(item, copies);
    changed ||= result !== item;
    return result;
  });
  return changed ? items : array;
}

function copyObject(object: JsonObject, copies: Map<JsonValue, JsonValue> | undefined): JsonObject {
  const keys = Object.keys(object);
  const sorted = inOrder(keys) ? keys : sortNames([...keys]);
  let changed = sorted !== keys;
  const values = sorted.map((key) => {
    const value = object[key] ?? null;
    const copied = copySorted(value, copies);
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
