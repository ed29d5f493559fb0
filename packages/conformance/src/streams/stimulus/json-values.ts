// Access to data from a server. Its shape is unknown, and its integers may be number or bigint.

import type { JsonObject } from "./stimulus.ts";

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value at a path of member names, or undefined. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (!isObject(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return found;
}

export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === "string" ? found : undefined;
}

/** Returns the integer at a path with all its digits, or undefined. */
export function integerAt(value: unknown, ...path: readonly string[]): bigint | undefined {
  const found = valueAt(value, ...path);
  if (typeof found === "bigint") return found;
  return typeof found === "number" && Number.isInteger(found) ? BigInt(found) : undefined;
}

/** Returns the array at a path, or an empty array. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/**
 * Reports whether a value contains all members of `wanted`, with exact numbers. The value may have
 * more members.
 */
export function holdsMembers(value: unknown, wanted: unknown): boolean {
  if (isObject(wanted)) {
    return Object.entries(wanted).every(
      ([name, item]) =>
        isObject(value) && Object.hasOwn(value, name) && holdsMembers(value[name], item),
    );
  }
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((item, index) => holdsMembers(value[index], item))
    );
  }
  return exactInteger(value) === exactInteger(wanted);
}

function exactInteger(value: unknown): unknown {
  return typeof value === "number" && Number.isInteger(value) ? BigInt(value) : value;
}
