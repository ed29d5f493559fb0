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

/** Reports that the value at a place is not of the type `wanted`. */
export function reportShape(build: Build, place: Place, wanted: string): void {
  const name = place.pointer.slice(place.pointer.lastIndexOf("/") + 1);
  reportProblem(
    build,
    "FIELD_SHAPE",
    place,
    `\`${name.replaceAll("~1", "/").replaceAll("~0", "~")}\` must be ${wanted}, but is ${kindOf(place.value)}.`,
  );
}

/** Reads a string. Reports a value of a different type, and returns undefined. */
export function textField(build: Build, place: ObjectPlace, key: string): string | undefined {
  const field = memberOf(place, key);
  if (field === undefined) return undefined;
  if (typeof field.value === "string") return field.value;
  reportShape(build, field, "a string");
  return undefined;
}

/** Reads a boolean. Reports a value of a different type, and returns undefined. */
export function flagField(build: Build, place: ObjectPlace, key: string): boolean | undefined {
  const field = memberOf(place, key);
  if (field === undefined) return undefined;
  if (typeof field.value === "boolean") return field.value;
  reportShape(build, field, "true or false");
  return undefined;
}

/** Reads an array, and returns the places of its items. Returns an empty list if the field is absent. */
export function listField(build: Build, place: ObjectPlace, key: string): Place[] {
  const field = memberOf(place, key);
  if (field === undefined) return [];
  if (isJsonArray(field.value)) return listItems(field);
  reportShape(build, field, "an array");
  return [];
}

/** Reads an array of strings. Returns an empty list if the field is absent. */
export function textListField(build: Build, place: ObjectPlace, key: string): string[] {
  const texts: string[] = [];
  for (const item of listField(build, place, key)) {
    if (typeof item.value === "string") texts.push(item.value);
    else reportShape(build, item, "a string");
  }
  return texts;
}

/** Reads an object. Reports a value of a different type, and returns undefined. */
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

/** Reads an object, and returns its JSON. */
export function rawObjectField(
  build: Build,
  place: ObjectPlace,
  key: string,
): JsonObject | undefined {
  return objectField(build, place, key)?.value;
}

/** Reads the entries of an object, in code point order. Returns an empty list if the field is absent. */
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
 * Reports whether a spec object is deprecated: `deprecated` is `true`, or `x-deprecated` is `true` or an
 * object.
 */
export function isDeprecated(place: ObjectPlace): boolean {
  const extension = place.value["x-deprecated"];
  return place.value["deprecated"] === true || extension === true || isJsonObject(extension);
}
