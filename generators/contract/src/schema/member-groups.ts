// Groups schemas that apply to the same member or item. A schema can apply to a name, a position, a
// pattern, or to all members or items without a schema.

import type { ObjectSchema, Schema } from "../model/schema.ts";
import { matchesPattern } from "./matches-pattern.ts";

type Lists = readonly (readonly Schema[])[];

const none: readonly Schema[] = [];

/**
 * Lists the schemas of each member and item that a group of schemas describes. Omits members and items that
 * no schema of `added` describes.
 */
export function memberGroups(
  group: readonly ObjectSchema[],
  added: readonly ObjectSchema[],
): Lists {
  return [...objectGroups(group, added), ...arrayGroups(group, added)];
}

/** Reports whether each member and item of a schema has only one schema. */
export function describesEachOnce({
  patternProperties,
  unevaluatedProperties,
  unevaluatedItems,
}: ObjectSchema): boolean {
  return (patternProperties ?? unevaluatedProperties ?? unevaluatedItems) === undefined;
}

function objectGroups(group: readonly ObjectSchema[], added: readonly ObjectSchema[]): Lists {
  const names = new Set<string>();
  const patterns = new Set<string>();
  // A schema without `properties` can still describe members that other schemas name.
  const isWide = added.some((schema) => {
    const { patternProperties, additionalProperties, unevaluatedProperties } = schema;
    return (patternProperties ?? additionalProperties ?? unevaluatedProperties) !== undefined;
  });
  for (const { properties, patternProperties } of isWide ? group : added) {
    for (const name of properties?.keys() ?? none) names.add(String(name));
    for (const pattern of patternProperties?.keys() ?? none) patterns.add(String(pattern));
  }
  const lists: (readonly Schema[])[] = [];
  for (const name of names) lists.push(group.flatMap((schema) => schemasOfName(schema, name)));
  for (const pattern of patterns) {
    const alone = group.flatMap(
      (schema) => schema.patternProperties?.get(pattern) ?? otherMembers(schema),
    );
    const others = group.flatMap(({ patternProperties }) =>
      [...(patternProperties ?? [])].flatMap(([other, schema]) =>
        other !== pattern && mayMatchOneName(pattern, other) ? [schema] : [],
      ),
    );
    lists.push(alone);
    if (others.length > 0) lists.push([...alone, ...others]);
  }
  if (isWide) lists.push(group.flatMap(otherMembers));
  return lists;
}

/** Lists the schemas that apply to the member `name`. */
function schemasOfName(schema: ObjectSchema, name: string): readonly Schema[] {
  const found = namedSchemas(schema, name);
  if (found.length > 0) return found;
  const { additionalProperties, unevaluatedProperties } = schema;
  if ((additionalProperties ?? unevaluatedProperties) === undefined) return none;
  if (additionalProperties !== undefined) return [additionalProperties];
  const isEvaluated = partsInPlace(schema).some(
    (part) => part.additionalProperties !== undefined || namedSchemas(part, name).length > 0,
  );
  return isEvaluated || unevaluatedProperties === undefined ? none : [unevaluatedProperties];
}

function namedSchemas(
  { properties, patternProperties }: ObjectSchema,
  name: string,
): readonly Schema[] {
  const property = properties?.get(name);
  const named = property === undefined ? none : [property];
  if (patternProperties === undefined) return named;
  const matching = [...patternProperties].filter(
    ([pattern]) => matchesPattern(pattern, name) === true,
  );
  return [...named, ...matching.map(([, schema]) => schema)];
}

/** Lists the schema for all members that the schema does not name. */
function otherMembers(schema: ObjectSchema): readonly Schema[] {
  const { additionalProperties, unevaluatedProperties } = schema;
  if (additionalProperties !== undefined) return [additionalProperties];
  if (unevaluatedProperties === undefined) return none;
  const isEvaluated = partsInPlace(schema).some((part) => part.additionalProperties !== undefined);
  return isEvaluated ? none : [unevaluatedProperties];
}

function arrayGroups(group: readonly ObjectSchema[], added: readonly ObjectSchema[]): Lists {
  const isWide = added.some(
    ({ items, unevaluatedItems }) => (items ?? unevaluatedItems) !== undefined,
  );
  const lengths = (isWide ? group : added).map(({ prefixItems = [] }) => prefixItems.length);
  const length = Math.max(0, ...lengths);
  const lists = Array.from({ length }, (_, at) =>
    group.flatMap((schema) => schema.prefixItems?.[at] ?? restItems(schema, at)),
  );
  if (isWide) lists.push(group.flatMap((schema) => restItems(schema, Number.POSITIVE_INFINITY)));
  return lists;
}

/** Lists the schema of the items from a position to the last one, as a list with at most one element. */
function restItems(schema: ObjectSchema, at: number): readonly Schema[] {
  const { items, unevaluatedItems } = schema;
  if (items !== undefined) return [items];
  if (unevaluatedItems === undefined) return none;
  const isEvaluated = partsInPlace(schema).some(
    (part) => part.items !== undefined || part.prefixItems?.[at] !== undefined,
  );
  return isEvaluated ? none : [unevaluatedItems];
}

/**
 * Lists the schemas that apply to the same value. `unevaluatedProperties` and `unevaluatedItems` treat
 * their members as evaluated.
 */
function partsInPlace(schema: ObjectSchema): readonly ObjectSchema[] {
  const found = new Set<ObjectSchema>([schema]);
  // The set grows during the iteration.
  for (const each of found) {
    const { ref, dynamicRef, allOf, anyOf, oneOf, if: when, then, else: otherwise } = each;
    const single = [ref?.target, dynamicRef?.target, when, then, otherwise];
    const lists = [allOf, anyOf, oneOf, each.dependentSchemas?.values()];
    for (const part of [...single, ...lists.flatMap((list) => [...(list ?? none)])])
      if (part?.kind === "schema") found.add(part);
  }
  return [...found];
}

/** Reports whether two patterns can match the same name. */
function mayMatchOneName(one: string, other: string): boolean {
  const [first, second] = [literalStart(one), literalStart(other)];
  return first.startsWith(second) || second.startsWith(first);
}

/** Returns the literal text at the start of every match of a pattern. */
function literalStart(pattern: string): string {
  if (pattern.includes("|")) return "";
  return /^\^((?:[\w\- ](?![*?{]))*)/.exec(pattern)?.[1] ?? "";
}
