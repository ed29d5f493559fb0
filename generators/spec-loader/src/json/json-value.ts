// The JSON values of loaded documents. Integers outside the safe range are bigint, so that they keep their
// digits. Objects are plain, and may have an own `__proto__` key.

/** Any JSON value in a document. */
export type JsonValue = null | boolean | number | bigint | string | JsonArray | JsonObject;

export type JsonArray = readonly JsonValue[];

/** A JSON object. A key may be any string, even `__proto__`. Iterate with `Object.keys`. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Reports whether a value is a JSON object, which excludes null and arrays. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reports whether a value is a JSON array. */
export function isJsonArray(value: JsonValue | undefined): value is JsonArray {
  return Array.isArray(value);
}

/**
 * Returns a member of an object; `undefined` if the member is missing. Ignores inherited members such as
 * `toString`.
 */
export function memberOf(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets a member of an object under construction. The key may be `__proto__`. */
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
 * Compares two strings by code point, independent of the locale. Contracts sort names with the same
 * comparison. Returns a negative number, 0 or a positive number.
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

// Surrogates are ranked highest, because they represent the highest code points. The units 0xE000 to 0xFFFF
// are larger numbers but represent lower code points.
function codeUnitRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/**
 * Copies a JSON value, and sorts the keys of every object by code point. Arrays keep their order. As always
 * in JavaScript, keys that look like array indexes come first. An own `__proto__` key stays an own key.
 * Objects that are already sorted are not copied. A YAML alias may put the same object in several places.
 * Such an object is copied once, or each time if `shared` is false.
 */
export function canonicalJson(value: JsonValue, shared = true): JsonValue {
  return copySorted(value, shared ? new Map() : undefined);
}

/** Lists the own keys of an object in code point order. */
export function sortedKeys(object: JsonObject): string[] {
  const keys = Object.keys(object);
  return inOrder(keys) ? keys : sortNames(keys);
}

/** Sorts by code unit first, which is much faster. The order by code point is nearly always the same. */
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
