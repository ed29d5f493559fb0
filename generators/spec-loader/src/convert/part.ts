// A converted document before it is printed. Each part has its place in the original, which
// provides comments, the digits of numbers and the positions of diagnostics.

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

/** A part of a converted document. `from` is its place in the original. */
export type Part =
  /** A value that does not change. */
  | { readonly is: "kept"; readonly from: Spot; readonly value: JsonValue }
  /** A new value. */
  | { readonly is: "scalar"; readonly from: Spot; readonly value: string | number | boolean | null }
  /** The text of a `$ref`. `target` is the original place of its target, if it has one. */
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
  /** Whether it is an extra copy. References to the original do not lead to copies. */
  readonly isCopy?: boolean;
}

/** Returns a part for an unchanged value. */
export function keptPart({ file, pointer, value }: Place): Part {
  return { is: "kept", from: { file, pointer }, value };
}

/** Returns a new string, number or boolean that replaces something. */
export function scalarPart(from: Spot, value: string | number | boolean | null): Part {
  return { is: "scalar", from: spotOf(from), value };
}

/** Returns a new object. Members that are undefined are left out. */
export function objectPart(
  from: Spot,
  members: Readonly<Record<string, Part | undefined>> | Iterable<readonly [string, Part]>,
): ObjectPart {
  const entries = Symbol.iterator in members ? members : Object.entries(members);
  const all = new Map<string, Part>();
  for (const [key, part] of entries) if (part !== undefined) all.set(key, part);
  return { is: "object", from: spotOf(from), members: all };
}

/** Returns a new list. */
export function listPart(from: Spot, items: readonly Part[]): Part {
  return { is: "list", from: spotOf(from), items };
}

function spotOf({ file, pointer }: Spot): Spot {
  return { file, pointer };
}

/** Returns the member of a place that holds an object; `undefined` if it is missing. */
export function memberAt(place: Place, key: string): Place | undefined {
  const value = isJsonObject(place.value) ? memberOf(place.value, key) : undefined;
  return value === undefined ? undefined : childPlace(place, key, value);
}

/** Lists the members of a place. Returns an empty list if it is not an object. */
export function membersAt(place: Place): readonly (readonly [string, Place])[] {
  const { value } = place;
  if (!isJsonObject(value)) return [];
  return Object.keys(value).map((key) => [
    key,
    childPlace(place, key, memberOf(value, key) ?? null),
  ]);
}

/** Lists the items of a place. Returns an empty list if it is not a list. */
export function itemsAt(place: Place | undefined): readonly Place[] {
  if (place === undefined || !isJsonArray(place.value)) return [];
  return place.value.map((value, index) => childPlace(place, index, value));
}

/** Returns the string at a place; `undefined` if there is another value. */
export function textAt(place: Place | undefined): string | undefined {
  return typeof place?.value === "string" ? place.value : undefined;
}

/** Lists the texts at a place. */
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

/** Returns the text of a link in a file of the converted document. */
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
 * Returns the place in the original of a value of a converted file. If it is missing, returns the
 * place of its nearest parent.
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
