import type { ObjectSchema, Schema, TypeName } from "../model/schema.ts";
import { possibleTypes } from "../questions/schema-facts.ts";
import { allSchemas, conjuncts, type SchemaParts } from "../schema/schema-sets.ts";
import { textList } from "./text-list.ts";

/**
 * The maximum depth of a comparison. Real unions nest by a few steps only; the comparison of a recursive
 * union would never end.
 */
const MAX_DEPTH = 8;

/**
 * Finds the enums that must stay closed, because they distinguish branches of a union or are part of a
 * condition. If such an enum accepted other values, a value could match two branches, or fail the
 * condition.
 */
export function decidingEnums(schemas: SchemaParts): ReadonlySet<Schema> {
  const found = new Set<Schema>();
  const comparison = new BranchComparison(found);
  for (const schema of schemas.keys()) {
    if (schema.kind === "boolean") continue;
    for (const union of [schema.anyOf ?? [], schema.oneOf ?? []]) {
      for (const [index, branch] of union.entries()) {
        for (const other of union.slice(index + 1)) comparison.compare([branch], [other]);
      }
    }
    addConditions(schema, schemas, found);
    addTags(schema, found);
  }
  return found;
}

/**
 * Adds the schemas below keywords such as `not`: a value can become invalid because it matches one of these
 * schemas.
 */
function addConditions(schema: ObjectSchema, schemas: SchemaParts, found: Set<Schema>): void {
  const { not, if: condition, contains, propertyNames } = schema;
  const roots = [not, condition, contains, propertyNames].filter((each) => each !== undefined);
  if (roots.length > 0) for (const each of allSchemas(roots, schemas).keys()) found.add(each);
}

/**
 * Adds the schemas of a discriminator's property: in the schema itself, and in the schemas that the
 * discriminator selects.
 */
function addTags(schema: ObjectSchema, found: Set<Schema>): void {
  const { discriminator } = schema;
  if (discriminator === undefined) return;
  for (const each of [schema, ...discriminator.mapping.values()]) {
    for (const property of shapeOf([each]).properties.get(discriminator.propertyName) ?? []) {
      for (const part of conjuncts(property)) found.add(part);
    }
  }
}

/** Compares the branches of unions, and adds the enums that distinguish two branches. */
class BranchComparison {
  readonly #found: Set<Schema>;
  readonly #numbers = new Map<Schema, number>();
  readonly #compared = new Set<string>();

  constructor(found: Set<Schema>) {
    this.#found = found;
  }

  /** Compares two values. Each value must match all schemas in its list. An empty list means any value. */
  compare(left: readonly Schema[], right: readonly Schema[], depth = 0): void {
    const [one, other] = [this.#keyOf(left), this.#keyOf(right)];
    const key = `${one}|${other}`;
    if (one === other || depth > MAX_DEPTH || this.#compared.has(key)) return;
    this.#compared.add(key);
    const may = (type: TypeName): boolean =>
      [...left, ...right].every((each) => possibleTypes(each).has(type));
    if (may("string")) this.#addDiffering(enumsOf(left), enumsOf(right));
    if (may("object")) this.#compareObjects(shapeOf(left), shapeOf(right), depth);
    const items = [itemsOf(left), itemsOf(right)] as const;
    if (may("array") && items.flat().length > 0) this.compare(...items, depth + 1);
  }

  #addDiffering(left: readonly ObjectSchema[], right: readonly ObjectSchema[]): void {
    const [one, other] = [left, right].map((enums) =>
      enums.map((each) => JSON.stringify(textList(each)?.map(String).toSorted())).join(),
    );
    if (one !== other) for (const each of [...left, ...right]) this.#found.add(each);
  }

  #compareObjects(left: Shape, right: Shape, depth: number): void {
    const names = new Set([...left.properties.keys(), ...right.properties.keys()]);
    const of = ({ properties }: Shape, name: string): readonly Schema[] =>
      properties.get(name) ?? [];
    const tags = [...names].filter((name) => areDisjoint(of(left, name), of(right, name)));
    for (const name of tags) this.#addDiffering(enumsOf(of(left, name)), enumsOf(of(right, name)));
    // A tag already distinguishes the two objects, so no other member needs to.
    if (tags.length > 0) return;
    for (const name of names) {
      const isIn = (shape: Shape): boolean => shape.properties.has(name) || !shape.isClosed;
      if (isIn(left) && isIn(right)) this.compare(of(left, name), of(right, name), depth + 1);
    }
  }

  #keyOf(schemas: readonly Schema[]): string {
    return schemas
      .map((schema) => {
        const number = this.#numbers.get(schema) ?? this.#numbers.size;
        this.#numbers.set(schema, number);
        return number;
      })
      .toSorted((one, other) => one - other)
      .join();
  }
}

/** The members of an object. */
interface Shape {
  /** For each property, the schemas from all declarations of the property. */
  readonly properties: ReadonlyMap<string, readonly Schema[]>;
  /** Whether the object forbids other members. */
  readonly isClosed: boolean;
}

/**
 * Reports whether no value matches both lists, because their constants or enums have no value in common.
 */
function areDisjoint(left: readonly Schema[], right: readonly Schema[]): boolean {
  const [one, other] = [listedValues(left), listedValues(right)];
  return one !== undefined && other !== undefined && ![...one].some((value) => other.has(value));
}

/**
 * Returns the JSON text of each value that one of the schemas lists. Returns undefined if no schema lists
 * values.
 */
function listedValues(schemas: readonly Schema[]): ReadonlySet<string> | undefined {
  for (const each of schemas.flatMap((schema) => [...conjuncts(schema)])) {
    if (each.kind === "boolean") continue;
    const listed = each.const ? [each.const.value] : (each.enum ?? textList(each));
    if (listed !== undefined) return new Set(listed.map((value) => JSON.stringify(value)));
  }
  return undefined;
}

function enumsOf(schemas: readonly Schema[]): readonly ObjectSchema[] {
  return schemas
    .flatMap((schema) => [...conjuncts(schema)])
    .filter((each): each is ObjectSchema => each.kind === "schema" && textList(each) !== undefined);
}

function shapeOf(schemas: readonly Schema[]): Shape {
  const parts = schemas.flatMap((schema) => [...conjuncts(schema)]);
  const objects = parts.filter((each): each is ObjectSchema => each.kind === "schema");
  const properties = new Map<string, Schema[]>();
  for (const [name, property] of objects.flatMap((each) => [...(each.properties ?? [])])) {
    const known = properties.get(name);
    if (known === undefined) properties.set(name, [property]);
    else known.push(property);
  }
  return {
    properties,
    isClosed: objects.some(
      ({ additionalProperties: others }) => others?.kind === "boolean" && !others.value,
    ),
  };
}

function itemsOf(schemas: readonly Schema[]): readonly Schema[] {
  return schemas
    .flatMap((schema) => [...conjuncts(schema)])
    .flatMap((each) => (each.kind === "schema" && each.items !== undefined ? [each.items] : []));
}
