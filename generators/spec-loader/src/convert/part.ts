// A converted document in parts, before it is printed. Each part knows its place in the original, so that
// comments, the digits of numbers, and the positions of diagnostics are preserved.

import type { Source } from "../diagnostics/diagnostic.ts";
import { joinPointer, memberAtToken } from "../json/json-pointer.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
  setMember,
} from "../json/json-value.ts";
import type { LoadedFile } from "../text/file-store.ts";

/** A place in a file. */
export interface Spot {
  readonly file: LoadedFile;
  readonly pointer: string;
}

/** A value and its place. */
export interface Place extends Spot {
  readonly value: JsonValue;
}

export interface ObjectPlace extends Spot {
  readonly value: JsonObject;
}

/** A part of a converted document. `from` is the place in the original. */
export type Part =
  /** A value that does not change. */
  | { readonly is: "kept"; readonly from: Spot; readonly value: JsonValue }
  /** A new value. */
  | { readonly is: "scalar"; readonly from: Spot; readonly value: string | number | boolean | null }
  /**
   * The text of a `$ref`. `target` is the place in the original to which the reference leads, or undefined
   * if the reference has no target.
   */
  | {
      readonly is: "link";
      readonly from: Spot;
      readonly reference: string;
      readonly target: Source | undefined;
    }
  | ObjectPart
  | { readonly is: "list"; readonly from: Spot; readonly items: readonly Part[] };

/** An object that is assembled from parts. */
export interface ObjectPart {
  readonly is: "object";
  readonly from: Spot;
  readonly members: ReadonlyMap<string, Part>;
  /**
   * Whether the object is a further copy of an object in the original. References lead to the first copy.
   */
  readonly isCopy?: boolean;
}

/** Returns a part for a value that does not change. */
export function keptPart({ file, pointer, value }: Place): Part {
  return { is: "kept", from: { file, pointer }, value };
}

/** Returns a part for a new string, number, boolean or null. */
export function scalarPart(from: Spot, value: string | number | boolean | null): Part {
  return { is: "scalar", from: spotOf(from), value };
}

/** Returns a part for a new object. Leaves out undefined members. */
export function objectPart(
  from: Spot,
  members: Readonly<Record<string, Part | undefined>> | Iterable<readonly [string, Part]>,
): ObjectPart {
  const entries = Symbol.iterator in members ? members : Object.entries(members);
  const all = new Map<string, Part>();
  for (const [key, part] of entries) if (part !== undefined) all.set(key, part);
  return { is: "object", from: spotOf(from), members: all };
}

/** Returns a part for a new list. */
export function listPart(from: Spot, items: readonly Part[]): Part {
  return { is: "list", from: spotOf(from), items };
}

function spotOf({ file, pointer }: Spot): Spot {
  return { file, pointer };
}

/** Returns a member of the object at a place; `undefined` if the member does not exist. */
export function memberAt(place: Place, key: string): Place | undefined {
  const value = isJsonObject(place.value) ? memberOf(place.value, key) : undefined;
  return value === undefined ? undefined : childPlace(place, key, value);
}

/** Lists the members of the object at a place. Returns an empty list for any other value. */
export function membersAt(place: Place): readonly (readonly [string, Place])[] {
  const { value } = place;
  if (!isJsonObject(value)) return [];
  return Object.keys(value).map((key) => [
    key,
    childPlace(place, key, memberOf(value, key) ?? null),
  ]);
}

/** Lists the items of the list at a place. Returns an empty list for any other value. */
export function itemsAt(place: Place | undefined): readonly Place[] {
  if (place === undefined || !isJsonArray(place.value)) return [];
  return place.value.map((value, index) => childPlace(place, index, value));
}

/** Returns the string at a place; `undefined` for any other value. */
export function textAt(place: Place | undefined): string | undefined {
  return typeof place?.value === "string" ? place.value : undefined;
}

/** Returns the strings in the list at a place. */
export function textsAt(place: Place | undefined): readonly string[] {
  return itemsAt(place).flatMap(({ value }) => (typeof value === "string" ? [value] : []));
}

/** Reports whether the value of a place is an object. */
export function holdsObject(place: Place | undefined): place is ObjectPlace {
  return place !== undefined && isJsonObject(place.value);
}

function childPlace({ file, pointer }: Spot, token: string | number, value: JsonValue): Place {
  return { file, pointer: joinPointer(pointer, token), value };
}

/** Returns the text of a reference for the file that contains the reference. */
export type LinkText = (link: Part & { readonly is: "link" }) => string;

export function partValue(part: Part, linkText: LinkText): JsonValue {
  switch (part.is) {
    case "kept":
    case "scalar":
      return part.value;
    case "link":
      return linkText(part);
    case "list":
      return part.items.map((item) => partValue(item, linkText));
    case "object": {
      const value: Record<string, JsonValue> = {};
      for (const [key, member] of part.members) setMember(value, key, partValue(member, linkText));
      return value;
    }
    default:
      return part satisfies never;
  }
}

/**
 * Returns the place in the original from which a value of the converted file was made. If the path does not
 * exist in the converted file, returns the place of the nearest parent.
 */
export function findOrigin(root: Part, tokens: readonly string[]): Spot {
  let part = root;
  for (const [index, token] of tokens.entries()) {
    if (part.is === "kept") return originWithin(part.from, part.value, tokens.slice(index));
    const next =
      part.is === "object"
        ? part.members.get(token)
        : part.is === "list"
          ? part.items[Number(token)]
          : undefined;
    if (next === undefined) break;
    part = next;
  }
  return part.from;
}

function originWithin(from: Spot, root: JsonValue, tokens: readonly string[]): Spot {
  let { pointer } = from;
  let value: JsonValue | undefined = root;
  for (const token of tokens) {
    value = memberAtToken(value, token);
    if (value === undefined) break;
    pointer = joinPointer(pointer, token);
  }
  return { file: from.file, pointer };
}
