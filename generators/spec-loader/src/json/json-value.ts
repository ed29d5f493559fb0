// JSON values as read by the loader. Integers outside the safe range keep their digits as bigint;
// objects are plain and may have an own `__proto__` key.

/** Any value in a document. */
export type JsonValue = null | boolean | number | bigint | string | JsonArray | JsonObject;

/** A JSON array. */
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

/**
 * Returns an own member; `undefined` if there is none, even for names that every object inherits.
 */
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
