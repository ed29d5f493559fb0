// Smaller variants of a document: without one member or item, or with a part of a schema in place of the
// whole.

import type { Json } from "./random-odd-schemas.ts";

/** How many candidates are tried at a time; the largest parts come first. */
const MOST = 40;

/** Returns the documents that lack one part, largest part first. */
export function withoutOnePart(document: Json): readonly Json[] {
  const found = [...removals(document)].filter(isObject);
  return found
    .map((each) => ({ each, size: JSON.stringify(each, numbers).length }))
    .sort((a, b) => a.size - b.size)
    .slice(0, MOST)
    .map(({ each }) => each);
}

function numbers(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

function* removals(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield value.toSpliced(index, 1);
      for (const smaller of removals(item)) yield value.with(index, smaller);
    }
  } else if (isObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      const { [key]: _, ...others } = value;
      yield others;
      if (isObject(member)) yield* parts(member).map((part) => replaced(value, key, part));
      for (const smaller of removals(member)) yield replaced(value, key, smaller);
    }
  }
}

/** Lists the subschemas that can replace a schema. */
function parts({ items, allOf, anyOf, oneOf }: Json): readonly unknown[] {
  return [items, ...[allOf, anyOf, oneOf].filter(Array.isArray).flat()].filter(isObject);
}

/** Replaces a member and keeps the order; `fromEntries` defines even `__proto__`. */
function replaced(value: Json, key: string, member: unknown): Json {
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === key ? member : each]),
  );
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
