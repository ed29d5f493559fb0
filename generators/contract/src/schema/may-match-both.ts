import type { Schema } from "../model/schema.ts";
import { fixedValues } from "./fixed-values.ts";
import { type ObjectView, viewObject } from "./object-view.ts";

/** How deep members of members are compared. */
const DEPTH = 4;

/**
 * Reports whether a usual value of the first schema, one with all of its members, may match the
 * second schema too.
 */
export function mayMatchBoth(first: Schema, second: Schema): boolean {
  return compare(first, second, 0);
}

function compare(first: Schema, second: Schema, depth: number): boolean {
  if (first === second || depth > DEPTH) return true;
  if (isNever(first) || isNever(second)) return false;
  const alternatives = alternativesOf(first);
  if (alternatives !== undefined) {
    return alternatives.some((branch) => compare(branch, second, depth + 1));
  }
  const others = alternativesOf(second);
  if (others !== undefined) return others.some((branch) => compare(first, branch, depth + 1));
  const [a, b] = [viewObject(first), viewObject(second)];
  if (areDisjoint(a.types, b.types)) return false;
  if (areDisjoint(fixedValues(first, []), fixedValues(second, []))) return false;
  const mayBeObject = [a, b].every(({ types }) => types === undefined || types.has("object"));
  return !mayBeObject || membersMatch(a, b, depth);
}

function isNever(schema: Schema): boolean {
  return schema.kind === "boolean" && !schema.value;
}

/** Returns the branches of a schema that is nothing else than a choice, or refers to one. */
function alternativesOf(schema: Schema): readonly Schema[] | undefined {
  if (schema.kind === "boolean") return undefined;
  const { oneOf, anyOf, ref, properties } = schema;
  if (ref !== undefined && properties === undefined) return alternativesOf(ref.target);
  return properties === undefined ? (oneOf ?? anyOf) : undefined;
}

function areDisjoint<Item>(
  a: ReadonlySet<Item> | undefined,
  b: ReadonlySet<Item> | undefined,
): boolean {
  return a !== undefined && b !== undefined && ![...a].some((item) => b.has(item));
}

function membersMatch(a: ObjectView, b: ObjectView, depth: number): boolean {
  for (const name of b.required) if (!a.properties.has(name)) return false;
  for (const [name, property] of a.properties) {
    const other = b.properties.get(name);
    if (other === undefined ? b.closed : !compare(property, other, depth + 1)) return false;
  }
  return true;
}
