// How generated code turns what JSON.parse gave into decoded form, in place: numbers of int64
// schemas become bigint.

import { nothingEvaluated, type Rule } from "./checks/rule.ts";
import type { Digits, Revive } from "./digits.ts";
import { isObject } from "./predicates.ts";

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

/** Revives a value by every branch of a union that then takes it; one that none takes stays as it is. */
export function reviveBranches(
  value: unknown,
  branches: readonly (readonly [revive: Revive, is: (value: unknown) => boolean])[],
  digits: Digits,
): unknown {
  let taken = value;
  for (const [revive, is] of branches) {
    const { used } = digits;
    const revived = revive(copyJson(taken, digits.memory?.origins), digits);
    if (is(revived)) taken = revived;
    // What cannot be asked yet, NaN, stays so.
    else if (digits.used > used) digits.used = used;
  }
  return taken;
}

/** Revives a value by one schema where it matches a condition, by another where not. */
export function reviveIf(
  value: unknown,
  condition: (value: unknown) => boolean,
  [then, otherwise]: readonly [then: Revive, otherwise: Revive],
  digits: Digits,
): unknown {
  if (!isExact(digits)) return value;
  return condition(value) ? then(value, digits) : otherwise(value, digits);
}

/** Revives the members or items that no other keyword of their schema looks at; `rule` is those others. */
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
 * Reports whether no number of the value was rounded. If one was, the text must be parsed again
 * with all digits before the value can be tested.
 */
function isExact(digits: Digits): boolean {
  if (digits.count === 0) return true;
  digits.used = Number.NaN;
  return false;
}

/** Copies arrays and plain objects, as deep as JSON may nest, and notes what each is a copy of; everything else is kept. */
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
