// How generated code turns what JSON.parse gave into decoded form, in place: numbers of int64
// schemas become bigint.

import type { Digits } from "./digits.ts";
import { isObject } from "./predicates.ts";

/** Turns a parsed value into decoded form: changes it in place, or gives another in its stead. */
export type Revive = (value: unknown, digits: Digits) => unknown;

/** Revives the items of an array, from one on. */
export function reviveItems(value: unknown, revive: Revive, digits: Digits, from = 0): void {
  if (!Array.isArray(value)) return;
  const items: unknown[] = value;
  for (let index = from; index < items.length; index += 1) {
    const item = items[index];
    const revived = revive(item, digits);
    if (revived !== item) items[index] = revived;
  }
}

/** Revives the members of an object whose names `applies` to. */
export function reviveMembers(
  value: unknown,
  revive: Revive,
  digits: Digits,
  applies: (key: string) => boolean = () => true,
): void {
  if (!isObject(value)) return;
  for (const key of Object.keys(value)) {
    if (!applies(key)) continue;
    const member = value[key];
    const revived = revive(member, digits);
    // The member is its own, so that even `__proto__` is assigned like any other.
    if (revived !== member) value[key] = revived;
  }
}

/** Says how a branch revives a value, and whether it then takes it. */
export type Branch = readonly [revive: Revive, is: (value: unknown) => boolean];

/** Revives a value by every branch of a union that then takes it; one that none takes stays as it is. */
export function reviveBranches(
  value: unknown,
  branches: readonly Branch[],
  digits: Digits,
): unknown {
  let revived = value;
  for (const branch of branches) revived = reviveFirst(revived, [branch], digits);
  return revived;
}

/** Revives a value by the first branch that then takes it; one that none takes stays as it is. */
export function reviveFirst(value: unknown, branches: readonly Branch[], digits: Digits): unknown {
  const { used } = digits;
  for (const [revive, is] of branches) {
    const revived = revive(copyJson(value), digits);
    if (is(revived)) return revived;
    digits.used = used;
  }
  return value;
}

/** Copies arrays and plain objects, as deep as JSON may nest; everything else is kept. */
export function copyJson(value: unknown, depth = 512): unknown {
  if (typeof value !== "object" || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((item) => copyJson(item, depth - 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, copyJson(member, depth - 1)]),
  );
}
