import { isJsonObject, type JsonValue, sortedKeys } from "@specwright/spec-loader";
import type { ObjectPlace } from "./place.ts";

const none: ReadonlyMap<string, JsonValue> = new Map();

/** Collects the `x-` fields of a spec object, in code point order. */
export function readExtensions(place: ObjectPlace): ReadonlyMap<string, JsonValue> {
  const isExtended = Object.keys(place.value).some((key) => key.startsWith("x-"));
  if (!isExtended) return none;
  const keys = sortedKeys(place.value).filter((key) => key.startsWith("x-"));
  return new Map(keys.map((key) => [key, place.value[key] ?? null]));
}

/**
 * Reports whether a spec object is deprecated: by `deprecated: true`, or by `x-deprecated` with
 * `true` or an object.
 */
export function isDeprecated(place: ObjectPlace): boolean {
  const extension = place.value["x-deprecated"];
  return place.value["deprecated"] === true || extension === true || isJsonObject(extension);
}
