// The functions with which generated code converts the result of JSON.parse to decoded form, in
// place: numbers of int64 schemas become bigint.

import { isObject } from "../checks/predicates.ts";
import { nothingEvaluated, type Rule } from "../checks/rule.ts";
import type { Digits, Revive } from "../json/digits.ts";

/** Revives the items of an array, starting with index `from`. */
export function reviveItems(value: unknown, revive: Revive, digits: Digits, from = 0): void {
  if (!Array.isArray(value)) return;
  const items: unknown[] = value;
  for (let index = from; index < items.length; index += 1) {
    const item = items[index];
    const revived = revive(item, digits);
    if (revived !== item) items[index] = revived;
  }
}

/** Revives the members of an object whose names satisfy `applies`. */
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
    // The member is an own property, so that even `__proto__` is assigned like any other.
    if (revived !== member) value[key] = revived;
  }
}

/**
 * Revives a value by the branches of a union. A branch applies if the value, revived by the branch, matches
 * it. If no branch applies, the value is unchanged. If one branch reads a number as a bigint and a
 * different branch reads it as a double, the result is a bigint.
 */
export function reviveBranches(
  value: unknown,
  branches: readonly (readonly [revive: Revive, is: (value: unknown) => boolean])[],
  digits: Digits,
): unknown {
  let taken = value;
  const matching: ((value: unknown) => boolean)[] = [];
  for (const [revive, is] of branches) {
    const { used } = digits;
    // The previous branch may have rounded digits. A value that was parsed exactly still has all digits.
    const from = digits.count === 0 ? value : taken;
    const revived = revive(copyJson(from, digits.memory?.origins), digits);
    if (is(revived)) {
      matching.push(is);
      taken = matching.length === 1 ? revived : uniteRevived(taken, revived, value, matching);
    }
    // If the branch could not be tested yet, `digits.used` is NaN and must stay NaN.
    else if (digits.used > used) digits.used = used;
  }
  return taken;
}

/**
 * Combines the results of two branches. Takes the bigints of `before` into `revived`, if one of the
 * matching branches requires them.
 */
function uniteRevived(
  before: unknown,
  revived: unknown,
  parsed: unknown,
  matching: readonly ((value: unknown) => boolean)[],
): unknown {
  const both = withBigInts(revived, before, (each) => each);
  if (both === revived) return revived;
  const isRounded = withBigInts(revived, parsed, () => notJson) !== revived;
  // A branch has converted a number to each of these bigints.
  if (!isRounded) return matching.some((is) => is(both)) ? both : revived;
  // The parser made some of the bigints. A branch that accepts any value in these places does not require them.
  const anything = withBigInts(revived, before, () => notJson);
  return matching.some((is) => is(both) && !is(anything)) ? both : revived;
}

/** A value that every JSON Schema type refuses. */
const notJson = (): void => {};

/**
 * Returns a copy of `value`. Where `value` has a number and `other` has a bigint, the copy has the bigint,
 * converted by `put`.
 */
function withBigInts(value: unknown, other: unknown, put: (each: bigint) => unknown): unknown {
  if (typeof value === "number" && typeof other === "bigint") return put(other);
  if (Array.isArray(value) && Array.isArray(other)) {
    const items = value.map((item, index) => withBigInts(item, other[index], put));
    return items.every((item, index) => Object.is(item, value[index])) ? value : items;
  }
  if (!isObject(value) || !isObject(other)) return value;
  const entries = Object.entries(value).map(
    ([key, member]) => [key, withBigInts(member, other[key], put)] as const,
  );
  const isSame = entries.every(([key, member]) => Object.is(member, value[key]));
  return isSame ? value : Object.fromEntries(entries);
}

/**
 * Revives a value by the first schema if the value matches a condition, and by the second schema if it does
 * not.
 */
export function reviveIf(
  value: unknown,
  condition: (value: unknown) => boolean,
  [then, otherwise]: readonly [then: Revive, otherwise: Revive],
  digits: Digits,
): unknown {
  if (!isExact(digits)) return value;
  return condition(value) ? then(value, digits) : otherwise(value, digits);
}

/**
 * Revives the members or items that no other keyword of their schema evaluates. `rule` contains the other
 * keywords.
 */
export function reviveUnevaluated(
  value: unknown,
  rule: Rule,
  revive: Revive,
  digits: Digits,
): void {
  if (typeof value !== "object" || value === null || !isExact(digits)) return;
  const evaluated = nothingEvaluated();
  rule({ value, issues: [], evaluated, fast: true });
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    for (const [index, item] of items.entries())
      if (!evaluated.items.has(index)) items[index] = revive(item, digits);
  } else reviveMembers(value, revive, digits, (key) => !evaluated.properties.has(key));
}

/**
 * Reports whether no number of the value was rounded. If a number was rounded, the text must be
 * parsed again with all digits before the value can be tested.
 */
function isExact(digits: Digits): boolean {
  if (digits.count === 0) return true;
  digits.used = Number.NaN;
  return false;
}

/**
 * Copies arrays and plain objects, down to the maximum depth of JSON, and records the original of
 * each copy; all other values are kept.
 */
export function copyJson(value: unknown, origins?: WeakMap<object, object>, depth = 512): unknown {
  if (typeof value !== "object" || value === null || depth === 0) return value;
  const copy = copyNode(value, origins, depth - 1);
  if (copy !== value) origins?.set(copy, origins.get(value) ?? value);
  return copy;
}

function copyNode(
  value: object,
  origins: WeakMap<object, object> | undefined,
  depth: number,
): object {
  if (Array.isArray(value)) return value.map((item) => copyJson(item, origins, depth));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, copyJson(member, origins, depth)]),
  );
}
