// JSON as the loader reads it. Integers outside the safe range keep their digits as bigint;
// objects are plain and may have an own `__proto__` key.

/** Is any value a document can hold. */
export type JsonValue = null | boolean | number | bigint | string | JsonArray | JsonObject;

/** Is a JSON array. */
export type JsonArray = readonly JsonValue[];

/** Is a JSON object. Iterate with `Object.keys`; a key may be any string, `__proto__` included. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}
