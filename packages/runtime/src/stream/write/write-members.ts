// Writers of members that the contract does not name, and of arrays.

import { giveUp, sharedView } from "../read/scan.ts";
import { writeString } from "./write-string.ts";
import { writeAny } from "./write-text.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const view: DataView = sharedView;

/** Counts the members of a plain object, including members that are undefined. */
export function memberCount(value: object): number {
  const prototype: unknown = Object.getPrototypeOf(value);
  // A class instance may have a `toJSON` method, so its JSON may differ from its properties.
  if (prototype !== Object.prototype && prototype !== null) giveUp();
  let count = 0;
  for (const _ in value) count += 1;
  return count;
}

/** Writes the members whose names are not in `names`, each after a comma. */
export function writeOthers(value: object, to: number, names: readonly string[]): number {
  let next = to;
  const members: readonly (readonly [string, unknown])[] = Object.entries(value);
  for (const [name, member] of members) {
    if (member === undefined || names.includes(name)) continue;
    view.setUint8(next, 0x2c);
    next = writeString(name, next + 1);
    view.setUint8(next, 0x3a);
    next = writeAny(member, next + 1);
  }
  return next;
}

/** Writes an array. */
export function writeArray<Item>(
  items: readonly Item[],
  to: number,
  writeItem: (item: Item, to: number) => number,
): number {
  if (!Array.isArray(items)) giveUp();
  let next = to;
  for (const item of items) {
    // The opening bracket precedes the first item, and a comma precedes each other item.
    view.setUint8(next, next === to ? 0x5b : 0x2c);
    next = writeItem(item, next + 1);
  }
  if (next === to) {
    view.setUint8(to, 0x5b);
    next += 1;
  }
  view.setUint8(next, 0x5d);
  return next + 1;
}

/** Writes an object whose members all have the same type. */
export function writeMap<Item>(
  value: Readonly<Record<string, Item>>,
  to: number,
  writeItem: (item: Item, to: number) => number,
): number {
  memberCount(value);
  let next = to;
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined) continue;
    view.setUint8(next, 0x2c);
    next = writeString(name, next + 1);
    view.setUint8(next, 0x3a);
    next = writeItem(item, next + 1);
  }
  return closeMembers(to, next);
}

/**
 * Replaces the comma before the members from `start` to `end` with the opening brace, and adds the
 * closing brace.
 */
export function closeMembers(start: number, end: number): number {
  const close = Math.max(start + 1, end);
  view.setUint8(start, 0x7b);
  view.setUint8(close, 0x7d);
  return close + 1;
}
