import { isJsonObject, type JsonValue } from "@specwright/spec-loader";
import { sortedKeys } from "./canonical-json.ts";
import type { ObjectPlace } from "./place.ts";

const none: ReadonlyMap<string, JsonValue> = new Map();

/** Collects the `x-` fields of a spec object, in code point order. */
export function readExtensions(place: ObjectPlace): ReadonlyMap<string, JsonValue> {
  let extensions: Map<string, JsonValue> | undefined;
  for (const key of sortedKeys(place.value)) {
    if (!key.startsWith("x-")) continue;
    extensions ??= new Map();
    extensions.set(key, place.value[key] ?? null);
  }
  return extensions ?? none;
}

/** Tells whether a spec object is deprecated: by `deprecated: true`, or by `x-deprecated` with `true` or an object. */
export function isDeprecated(place: ObjectPlace): boolean {
  const extension = place.value["x-deprecated"];
  return place.value["deprecated"] === true || extension === true || isJsonObject(extension);
}
