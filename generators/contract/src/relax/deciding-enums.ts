import type { ObjectSchema, Schema } from "../model/schema.ts";
import { possibleTypes } from "../questions/schema-facts.ts";
import { allSchemas, conjuncts, type SchemaParts } from "../schema/schema-sets.ts";
import { textList } from "./text-list.ts";

/** Branches nest by a few steps only; without a limit, a recursive union would never end. */
const MAX_DEPTH = 8;

/**
 * Finds enums that must stay closed: they distinguish branches of a union, or are part of a
 * condition. If they were open, a value could match two branches, or fail a condition.
 */
export function decidingEnums(schemas: SchemaParts): ReadonlySet<Schema> {
  const found = new Set<Schema>();
  for (const schema of schemas.keys()) {
    if (schema.kind === "boolean") continue;
    for (const union of [schema.anyOf, schema.oneOf]) {
      if (union !== undefined && union.length > 1) addDifferences(union, found, 0);
    }
    addConditions(schema, schemas, found);
    addTags(schema, found);
  }
  return found;
}

/** Adds the enums under keywords that can reject a value because a schema accepts it. */
function addConditions(schema: ObjectSchema, schemas: SchemaParts, found: Set<Schema>): void {
  const { not, if: condition, contains, propertyNames } = schema;
  const roots = [not, condition, contains, propertyNames].filter((each) => each !== undefined);
  if (roots.length > 0) for (const each of allSchemas(roots, schemas).keys()) found.add(each);
}

/**
 * Adds the property of a discriminator, in the schema itself and in the schemas that it selects.
 */
function addTags(schema: ObjectSchema, found: Set<Schema>): void {
  const { discriminator } = schema;
  if (discriminator === undefined) return;
  for (const each of [schema, ...discriminator.mapping.values()]) {
    for (const property of propertySchemas(each).get(discriminator.propertyName) ?? []) {
      for (const part of conjuncts(property)) found.add(part);
    }
  }
}

/** Adds the enums that distinguish alternatives of one value. */
function addDifferences(alternatives: readonly Schema[], found: Set<Schema>, depth: number): void {
  if (depth > MAX_DEPTH) return;
  const texts = alternatives.filter((each) => possibleTypes(each).has("string"));
  addDiffering(texts, found);
  const objects = alternatives.filter((each) => possibleTypes(each).has("object"));
  if (objects.length > 1) compareProperties(objects.map(propertySchemas), found, depth);
  const items = alternatives.flatMap((each) => itemSchema(each) ?? []);
  if (items.length > 1) addDifferences(items, found, depth + 1);
}

function addDiffering(texts: readonly Schema[], found: Set<Schema>): void {
  if (texts.length < 2) return;
  const lists = texts.map((each) => listEnums(each));
  const [first, ...others] = lists.map((each) =>
    each.map((one) => JSON.stringify(textList(one)?.map(String).toSorted())).join(),
  );
  if (others.every((each) => each === first)) return;
  for (const schema of lists.flat()) found.add(schema);
}

function compareProperties(
  shapes: readonly ReadonlyMap<string, readonly Schema[]>[],
  found: Set<Schema>,
  depth: number,
): void {
  // An object without declared members can have those of the others.
  const isFree = shapes.some((shape) => shape.size === 0);
  const names = new Set(shapes.flatMap((shape) => [...shape.keys()]));
  for (const name of names) {
    const alternatives = shapes.flatMap((shape) => shape.get(name)?.slice(0, 1) ?? []);
    if (alternatives.length > 1) addDifferences(alternatives, found, depth + 1);
    if (isFree) for (const each of alternatives) for (const one of listEnums(each)) found.add(one);
  }
}

function listEnums(schema: Schema): readonly ObjectSchema[] {
  return [...conjuncts(schema)].filter(
    (each): each is ObjectSchema => each.kind === "schema" && textList(each) !== undefined,
  );
}

function propertySchemas(schema: Schema): ReadonlyMap<string, readonly Schema[]> {
  const found = new Map<string, Schema[]>();
  for (const each of conjuncts(schema)) {
    if (each.kind === "boolean") continue;
    for (const [name, property] of each.properties ?? []) {
      const known = found.get(name);
      if (known === undefined) found.set(name, [property]);
      else known.push(property);
    }
  }
  return found;
}

function itemSchema(schema: Schema): Schema | undefined {
  for (const each of conjuncts(schema)) {
    if (each.kind === "schema" && each.items !== undefined) return each.items;
  }
  return undefined;
}
