// Finds the schemas that are sent in each direction, and the schemas that differ between the directions.

import type { Contract } from "../model/contract.ts";
import type { ObjectSchema, Schema } from "../model/schema.ts";
import { conjuncts, leadingTo, type SchemaParts, schemaPartsOf } from "../schema/schema-sets.ts";
import { defaultOf } from "./find-defaults.ts";
import { type Direction, operationSchemas, schemasOf } from "./operation-schemas.ts";

/** The differences between an object schema and its form for one direction. */
export interface Omission {
  /** Properties that the type in this direction does not have (OpenAPI 3.0). */
  readonly dropped: ReadonlySet<string>;
  /** Properties that are not required in this direction. */
  readonly optional: ReadonlySet<string>;
  /** Optional properties for which a reader adds no default. */
  readonly unfilled: ReadonlySet<string>;
}

export interface DirectionOptions {
  /** Whether readers set absent properties to their defaults. */
  readonly appliesDefaults: boolean;
}

/** How the schemas of a contract depend on the direction. */
export interface Directions {
  /** The schemas that differ between the directions, or refer to such a schema. */
  readonly differing: ReadonlySet<Schema>;
  /** For each direction, the schemas that are sent, and all schemas that they refer to. */
  readonly reached: Readonly<Record<Direction, ReadonlySet<Schema>>>;
  /** Returns the differences between a schema and its form for a direction, if any. */
  omission(schema: ObjectSchema, direction: Direction): Omission | undefined;
}

/**
 * Finds how schemas depend on the direction. Returns undefined if all schemas are the same in both
 * directions.
 */
export function findDirections(
  contract: Contract,
  options: DirectionOptions,
): Directions | undefined {
  const schemas = schemasOf(contract);
  const markedNames = createMarkedNames([...schemas.keys()]);
  if (markedNames === undefined) return undefined;
  // `readOnly` on the schema of a parameter has no effect on the parameter.
  const parameters = new Set(
    contract.declarations.flatMap(({ origin, schema }) =>
      origin === "parameters" ? [schema] : [],
    ),
  );
  const omissions = { request: new Map<Schema, Omission>(), response: new Map<Schema, Omission>() };
  const changed = new Set<Schema>();
  for (const schema of schemas.keys()) {
    if (schema.kind === "boolean" || parameters.has(schema)) continue;
    const { properties, required, dependentRequired } = schema;
    if ((properties ?? required ?? dependentRequired) === undefined) continue;
    for (const direction of ["request", "response"] as const) {
      const omission = objectOmission(schema, markedNames(schema, direction), options);
      if (omission === undefined) continue;
      omissions[direction].set(schema, omission);
      changed.add(schema);
    }
  }
  if (changed.size === 0) return undefined;
  return {
    differing: leadingTo([...changed], schemas),
    reached: findReached(contract, schemas),
    omission: (schema, direction) => omissions[direction].get(schema),
  };
}

/**
 * Returns the differences between an object schema and its form for one direction. In OpenAPI 3.0, the type
 * for requests omits `readOnly` properties, and the type for responses omits `writeOnly` properties. In
 * later versions, the keywords are only annotations: the property can be present, but is not required. A
 * closed object keeps the property in both directions, because the object would reject a value that is sent
 * back.
 */
function objectOmission(
  schema: ObjectSchema,
  marked: ReadonlySet<string>,
  { appliesDefaults }: DirectionOptions,
): Omission | undefined {
  if (marked.size === 0) return undefined;
  const { dialect, properties, required = [], additionalProperties } = schema;
  const dependent = [...(schema.dependentRequired?.values() ?? [])].flat();
  const optional = new Set([...required, ...dependent].filter((name) => marked.has(name)));
  const isOpen =
    additionalProperties === undefined ||
    (additionalProperties.kind === "boolean" && additionalProperties.value);
  const isDropped = dialect === "openapi-3.0" && isOpen;
  const dropped = new Set(
    isDropped ? [...(properties?.keys() ?? [])].filter((name) => marked.has(name)) : [],
  );
  const preset = appliesDefaults && !isDropped ? [...(properties ?? [])] : [];
  const unfilled = new Set(
    preset.flatMap(([name, property]) =>
      marked.has(name) && defaultOf(property) !== undefined ? [name] : [],
    ),
  );
  const isSame = optional.size + dropped.size + unfilled.size === 0;
  return isSame ? undefined : { optional, dropped, unfilled };
}

function findReached(contract: Contract, schemas: SchemaParts): Directions["reached"] {
  const { request, response } = operationSchemas(contract);
  return { request: reachedFrom(request, schemas), response: reachedFrom(response, schemas) };
}

function reachedFrom(roots: ReadonlySet<Schema>, schemas: SchemaParts): ReadonlySet<Schema> {
  const found = new Set(roots);
  // The set grows during the iteration.
  for (const schema of found) {
    for (const part of schemas.get(schema) ?? schemaPartsOf(schema)) found.add(part);
    if (schema.kind === "boolean" || schema.discriminator === undefined) continue;
    // The schemas that a discriminator can select.
    for (const selected of schema.discriminator.mapping.values()) found.add(selected);
  }
  return found;
}

// The members that one direction omits: requests omit `readOnly` members, and responses omit `writeOnly`
// members.

/** Finds the members of an object that a direction omits. */
export type MarkedNames = (schema: ObjectSchema, direction: Direction) => ReadonlySet<string>;

type Mark = "readOnly" | "writeOnly";

const none: ReadonlySet<string> = new Set();

/**
 * Creates the function that lists the `readOnly` or `writeOnly` members of a schema. These include the
 * members of other schemas that apply to the same value. Returns undefined if no given schema has such a
 * member. The tag property of a discriminator is needed in both directions, even if it is `readOnly` or
 * `writeOnly`.
 */
export function createMarkedNames(schemas: readonly Schema[]): MarkedNames | undefined {
  const uses = { readOnly: hasMark(schemas, "readOnly"), writeOnly: hasMark(schemas, "writeOnly") };
  if (!uses.readOnly && !uses.writeOnly) return undefined;
  const tags = tagNames(schemas);
  const outer = outerSchemas(schemas);
  return markedNames;

  function markedNames(schema: ObjectSchema, direction: Direction): ReadonlySet<string> {
    const mark = direction === "request" ? "readOnly" : "writeOnly";
    if (!uses[mark]) return none;
    const around = outer.get(schema);
    const found = new Set(around && markedNames(around, direction));
    const parts = conjuncts(schema);
    for (const part of parts) {
      if (part.kind === "boolean" || part.properties === undefined) continue;
      for (const [name, property] of part.properties) if (isMarked(property, mark)) found.add(name);
    }
    if (found.size === 0) return none;
    for (const part of parts) for (const tag of tags.get(part) ?? none) found.delete(tag);
    return found;
  }
}

/** Maps each inline schema to the schema around it, if both apply to the same value. */
function outerSchemas(schemas: readonly Schema[]): ReadonlyMap<Schema, ObjectSchema> {
  const outer = new Map<Schema, ObjectSchema>();
  for (const schema of schemas) {
    if (schema.kind === "boolean") continue;
    const { allOf = [], anyOf = [], oneOf = [], dependentSchemas, else: otherwise } = schema;
    const parts = [...allOf, ...anyOf, ...oneOf, ...(dependentSchemas?.values() ?? [])];
    for (const part of [...parts, schema.then, otherwise]) if (part) outer.set(part, schema);
  }
  return outer;
}

function hasMark(schemas: readonly Schema[], mark: Mark): boolean {
  return schemas.some((schema) => schema.kind === "schema" && schema[mark] === true);
}

function isMarked(property: Schema, mark: Mark): boolean {
  if (property.kind === "boolean") return false;
  if (property[mark] === true) return true;
  if (property.ref === undefined && property.allOf === undefined) return false;
  for (const part of conjuncts(property))
    if (part.kind === "schema" && part[mark] === true) return true;
  return false;
}

function tagNames(schemas: readonly Schema[]): ReadonlyMap<Schema, ReadonlySet<string>> {
  const names = new Map<Schema, Set<string>>();
  for (const schema of schemas) {
    if (schema.kind === "boolean" || schema.discriminator === undefined) continue;
    const { propertyName, mapping } = schema.discriminator;
    for (const holder of [schema, ...mapping.values()]) {
      for (const part of conjuncts(holder))
        names.set(part, (names.get(part) ?? new Set()).add(propertyName));
    }
  }
  return names;
}
