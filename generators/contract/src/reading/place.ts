// A value and its place in a document. Every reader of a spec object expects such a place.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  joinPointer,
  pointerTokens,
  type Source,
  sortedKeys,
} from "@specwright/spec-loader";

/** A value in a document and its source. */
export interface Place extends Source {
  readonly value: JsonValue;
  /**
   * For an object that was merged: the places of its members, because the pointer of the object does not
   * lead to them.
   */
  readonly origins?: ReadonlyMap<string, Place>;
}

/** A place whose value is an object. */
export interface ObjectPlace extends Place {
  readonly value: JsonObject;
}

/** Reports whether the value of a place is an object. */
export function holdsObject(place: Place): place is ObjectPlace {
  return isJsonObject(place.value);
}

/** Returns the JSON type of a value for a message: `a string`, `an object`, `null`. */
export function kindOf(value: JsonValue): string {
  if (value === null) return "null";
  if (isJsonArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (typeof value === "bigint") return "a number";
  return `a ${typeof value}`;
}

/** Returns only the source of a place. */
export function sourceOf(place: Source): Source {
  return { file: place.file, pointer: place.pointer };
}

/** Returns the place of an object's own member. Returns undefined if the object does not have this key. */
export function memberOf(place: ObjectPlace, key: string): Place | undefined {
  if (!Object.hasOwn(place.value, key)) return undefined;
  return memberBelow(place, key, place.value[key] ?? null);
}

/** Lists the members of an object with their keys, in code point order. */
export function listMembers(place: ObjectPlace): [key: string, place: Place][] {
  return sortedKeys(place.value).map((key) => [
    key,
    memberBelow(place, key, place.value[key] ?? null),
  ]);
}

/**
 * Follows keys through objects, and returns the place of the last key. Returns undefined if a key is
 * missing.
 */
export function placeAt(place: Place | undefined, ...keys: readonly string[]): Place | undefined {
  let found = place;
  for (const key of keys) {
    if (found === undefined || !holdsObject(found)) return undefined;
    found = memberOf(found, key);
  }
  return found;
}

/**
 * Lists the members of an object that are objects themselves, with their keys. Returns an empty list if the
 * place is not an object.
 */
export function objectMembers(place: Place | undefined): [key: string, place: ObjectPlace][] {
  if (place === undefined || !holdsObject(place)) return [];
  return listMembers(place).flatMap(([key, each]): [string, ObjectPlace][] =>
    holdsObject(each) ? [[key, each]] : [],
  );
}

/** Lists the items of an array, in order. Returns an empty list if the place is not an array. */
export function listItems(place: Place | undefined): Place[] {
  if (place === undefined || !isJsonArray(place.value)) return [];
  return place.value.map((value, index) => memberBelow(place, String(index), value));
}

/** Lists the strings of an array. Returns an empty list if the place is not an array. */
export function textItems(place: Place | undefined): string[] {
  return listItems(place).flatMap(({ value }) => (typeof value === "string" ? [value] : []));
}

/** Splits a JSON Pointer into its segments, unescaped. */
export function pointerSegments(pointer: string): readonly string[] {
  return pointerTokens(pointer) ?? [];
}

/** Returns the value at a pointer. Returns undefined if the pointer does not lead to a value. */
export function valueAt(root: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const segment of pointerSegments(pointer)) {
    if (isJsonArray(value)) value = value[Number(segment)];
    else if (isJsonObject(value) && Object.hasOwn(value, segment)) value = value[segment];
    else return undefined;
  }
  return value;
}

function memberBelow(parent: Place, key: string, value: JsonValue): Place {
  const origin = parent.origins?.get(key);
  if (origin !== undefined) return origin;
  return { file: parent.file, pointer: joinPointer(parent.pointer, key), value };
}

/** The type `Fields` after `omitUndefined`: a field that can be undefined becomes optional. */
export type Present<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key];
} & {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<
    Fields[Key],
    undefined
  >;
};

/** Removes fields that are undefined, so that they are absent. */
export function omitUndefined<Fields extends object>(fields: Fields): Present<Fields> {
  const kept: Partial<Fields> = {};
  for (const name of Object.keys(fields) as (keyof Fields)[]) {
    if (fields[name] !== undefined) kept[name] = fields[name];
  }
  return kept as Partial<Fields> & Present<Fields>;
}

/** Lists the names in braces in a path or address, each once. */
export function templateNames(path: string): string[] {
  return [...new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name))];
}
