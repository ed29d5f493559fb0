// Reading of what a server sent: nothing is known of its shape, and integers may be number or bigint.

import type { JsonObject } from "./stimulus.ts";

/** Tells whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Follows member names into a value; gives nothing where there is none. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (!isObject(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return found;
}

/** Gives a text member, or nothing. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === "string" ? found : undefined;
}

/** Gives an integer member exactly, or nothing. */
export function integerAt(value: unknown, ...path: readonly string[]): bigint | undefined {
  const found = at(value, ...path);
  if (typeof found === "bigint") return found;
  return typeof found === "number" && Number.isInteger(found) ? BigInt(found) : undefined;
}

/** Gives a list member, or an empty list. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Tells whether a value has all that is wanted, digit by digit; it may have members beyond that. */
export function holds(value: unknown, wanted: unknown): boolean {
  if (isObject(wanted)) {
    return Object.entries(wanted).every(
      ([name, item]) => isObject(value) && Object.hasOwn(value, name) && holds(value[name], item),
    );
  }
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((item, index) => holds(value[index], item))
    );
  }
  return exact(value) === exact(wanted);
}

function exact(value: unknown): unknown {
  return typeof value === "number" && Number.isInteger(value) ? BigInt(value) : value;
}
