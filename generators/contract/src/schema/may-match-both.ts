import type { ObjectSchema, Schema, TypeName } from "../model/schema.ts";
import { fixedValues } from "./fixed-values.ts";
import { type ObjectView, viewObject, viewTuple } from "./object-view.ts";

/** The maximum depth to which nested members are compared. */
const DEPTH = 4;

/**
 * Reports whether a typical value of the first schema can also match the second schema. A typical value has
 * all members and items that the first schema describes.
 */
export function mayMatchBoth(first: Schema, second: Schema): boolean {
  return mayMatch(first, second, 0);
}

function mayMatch(first: Schema, second: Schema, depth: number): boolean {
  if (first === second || depth > DEPTH) return true;
  if (isNever(first) || isNever(second)) return false;
  const alternatives = unionBranches(first);
  if (alternatives !== undefined) {
    return alternatives.some((branch) => mayMatch(branch, second, depth + 1));
  }
  const others = unionBranches(second);
  if (others !== undefined) return others.some((branch) => mayMatch(first, branch, depth + 1));
  const [a, b] = [viewObject(first), viewObject(second)];
  if (areDisjoint(a.types, b.types)) return false;
  if (areDisjoint(fixedValues(first, []), fixedValues(second, []))) return false;
  const mayBe = (type: TypeName): boolean =>
    [a, b].every(({ types }) => types === undefined || types.has(type));
  if (mayBe("object")) return membersMatch(a, b, depth);
  return !mayBe("array") || itemsMatch(viewTuple(first), viewTuple(second), depth);
}

function isNever(schema: Schema): boolean {
  return schema.kind === "boolean" && !schema.value;
}

/** Returns the branches of a schema that is only a union, or that refers to such a schema. */
function unionBranches(schema: Schema): readonly Schema[] | undefined {
  if (schema.kind === "boolean") return undefined;
  const { oneOf, anyOf, ref, properties } = schema;
  if (ref !== undefined && properties === undefined) return unionBranches(ref.target);
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
    if (other === undefined && b.closed) return false;
    const judges = other === undefined ? b.others : [other];
    if (!judges.every((judge) => mayMatch(property, judge, depth + 1))) return false;
  }
  return true;
}

/** Compares the items of two arrays, but only items that `prefixItems` of the first schema describes. */
function itemsMatch(
  a: ObjectSchema | undefined,
  b: ObjectSchema | undefined,
  depth: number,
): boolean {
  if (a === undefined || b === undefined) return true;
  const items = a.prefixItems ?? [];
  const isClosed = a.items !== undefined && isNever(a.items);
  if (isClosed && items.length < (b.minItems ?? 0)) return false;
  return items.every((item, at) => {
    const other = b.prefixItems?.[at] ?? b.items;
    return other === undefined || mayMatch(item, other, depth + 1);
  });
}
