// Keywords for arrays.

import { canonical } from "./canonical.ts";
import { formatCount } from "./format-count.ts";
import { hasParts } from "./predicates.ts";
import {
  addChildIssues,
  addIssue,
  applySubschema,
  childPayload,
  isSettled,
  matchesSubschema,
  type Payload,
  type Rule,
  type Subschema,
} from "./rule.ts";

/** Requires at least `least` items. */
export function minItems(least: number): Rule {
  return (payload) => {
    if (!Array.isArray(payload.value) || payload.value.length >= least) return;
    addIssue(payload, "min_items", `Expected at least ${formatCount(least, "item")}`);
  };
}

/** Requires at most `most` items. */
export function maxItems(most: number): Rule {
  return (payload) => {
    if (!Array.isArray(payload.value) || payload.value.length <= most) return;
    addIssue(payload, "max_items", `Expected at most ${formatCount(most, "item")}`);
  };
}

/** Requires that no two items are equal as JSON: 1 equals 1.0, member order does not count. */
export const uniqueItems: Rule = (payload) => {
  if (!Array.isArray(payload.value)) return;
  const seen = new Map<string, number>();
  for (const [index, item] of payload.value.entries()) {
    const text = canonical(item);
    const first = seen.get(text);
    if (first !== undefined) {
      addIssue(payload, "unique_items", `Items ${first} and ${index} are equal`, "unique items");
      return;
    }
    seen.set(text, index);
  }
};

/**
 * Checks items by position (`prefixItems`), and the items after these with `rest` if it is present
 * (`items`).
 */
export function items(prefix: readonly Subschema[], rest?: Subschema): Rule {
  return (payload) => {
    checkItems(payload, (index) => prefix[index] ?? rest);
  };
}

/** Requires that between `min` (default 1) and `max` items match. */
export function contains(
  subschema: Subschema,
  {
    min = 1,
    max = Number.POSITIVE_INFINITY,
  }: { readonly min?: number; readonly max?: number } = {},
): Rule {
  return (payload) => {
    if (!Array.isArray(payload.value)) return;
    let count = 0;
    for (const [index, item] of payload.value.entries()) {
      if (!matchesSubschema(subschema, item, payload)) continue;
      count += 1;
      payload.evaluated?.items.add(index);
    }
    if (count < min)
      addIssue(payload, "contains", `Expected at least ${formatCount(min, "matching item")}`);
    if (count > max)
      addIssue(payload, "contains", `Expected at most ${formatCount(max, "matching item")}`);
  };
}

/** Checks the items that no other keyword has evaluated. Must be the last rule in `tracked`. */
export function unevaluatedItems(subschema: Subschema): Rule {
  return (payload) => {
    checkItems(payload, (index) => (payload.evaluated?.items.has(index) ? undefined : subschema));
  };
}

function checkItems(payload: Payload, select: (index: number) => Subschema | undefined): void {
  const { value } = payload;
  if (!Array.isArray(value)) return;
  let decoded: unknown[] | undefined;
  for (let index = 0; index < value.length; index += 1) {
    const subschema = select(index);
    if (subschema === undefined) continue;
    const item: unknown = value[index];
    const child = childPayload(payload, item);
    if (payload.declared !== undefined && hasParts(item))
      child.declared = payload.declared.part(index);
    applySubschema(subschema, child);
    addChildIssues(payload, index, child);
    if (isSettled(payload)) return;
    payload.evaluated?.items.add(index);
    if (Object.is(child.value, item)) continue;
    decoded ??= [...value];
    decoded[index] = child.value;
  }
  if (decoded !== undefined) payload.value = decoded;
}
