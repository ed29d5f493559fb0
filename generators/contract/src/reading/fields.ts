// Typed access to the fields of a spec object. A field with an invalid type is reported and
// omitted.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  sortedKeys,
} from "@specwright/spec-loader";
import type { Build } from "./build.ts";
import {
  holdsObject,
  kindOf,
  listItems,
  listMembers,
  memberOf,
  type ObjectPlace,
  type Place,
} from "./place.ts";
import { reportProblem } from "./problems.ts";

/** Reports a value of the wrong type. */
export function reportShape(build: Build, place: Place, wanted: string): void {
  const name = place.pointer.slice(place.pointer.lastIndexOf("/") + 1);
  reportProblem(
    build,
    "FIELD_SHAPE",
    place,
    `\`${name.replaceAll("~1", "/").replaceAll("~0", "~")}\` must be ${wanted}, but is ${kindOf(place.value)}.`,
  );
}

/** Reads a string; reports another type, and returns undefined. */
export function textField(build: Build, place: ObjectPlace, key: string): string | undefined {
  const field = memberOf(place, key);
  if (field === undefined) return undefined;
  if (typeof field.value === "string") return field.value;
  reportShape(build, field, "a string");
  return undefined;
}

/** Reads a boolean; reports another type, and returns undefined. */
export function flagField(build: Build, place: ObjectPlace, key: string): boolean | undefined {
  const field = memberOf(place, key);
  if (field === undefined) return undefined;
  if (typeof field.value === "boolean") return field.value;
  reportShape(build, field, "true or false");
  return undefined;
}

/** Reads an array as places; empty if it is absent. */
export function listField(build: Build, place: ObjectPlace, key: string): Place[] {
  const field = memberOf(place, key);
  if (field === undefined) return [];
  if (isJsonArray(field.value)) return listItems(field);
  reportShape(build, field, "an array");
  return [];
}

/** Reads an array of strings; empty if it is absent. */
export function textListField(build: Build, place: ObjectPlace, key: string): string[] {
  const texts: string[] = [];
  for (const item of listField(build, place, key)) {
    if (typeof item.value === "string") texts.push(item.value);
    else reportShape(build, item, "a string");
  }
  return texts;
}

/** Reads an object; reports another type, and returns undefined. */
export function objectField(
  build: Build,
  place: ObjectPlace,
  key: string,
): ObjectPlace | undefined {
  const field = memberOf(place, key);
  if (field === undefined) return undefined;
  if (holdsObject(field)) return field;
  reportShape(build, field, "an object");
  return undefined;
}

/** Reads an object as raw JSON. */
export function rawObjectField(
  build: Build,
  place: ObjectPlace,
  key: string,
): JsonObject | undefined {
  return objectField(build, place, key)?.value;
}

/** Reads the entries of an object in code point order; empty if it is absent. */
export function mapField(
  build: Build,
  place: ObjectPlace,
  key: string,
): [key: string, place: Place][] {
  const field = objectField(build, place, key);
  return field === undefined ? [] : listMembers(field);
}

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
