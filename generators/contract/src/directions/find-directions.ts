// Which schemas are sent in which direction, and which of them differ by it.

import type { Contract } from "../model/contract.ts";
import type { ObjectSchema, Schema } from "../model/schema.ts";
import { leadingTo, partsOf } from "../schema/schema-sets.ts";
import { createMarkedNames } from "./marked-names.ts";
import { type Direction, operationSchemas, schemasOf } from "./operation-schemas.ts";

/** What an object schema leaves out in one direction. */
export interface Omission {
  /** Properties that are not part of the type at all (OpenAPI 3.0). */
  readonly dropped: ReadonlySet<string>;
  /** Names that are not required. */
  readonly optional: ReadonlySet<string>;
}

/** The directions of a contract's schemas. */
export interface Directions {
  /** The schemas that are not the same in both directions, or lead to such a one. */
  readonly differing: ReadonlySet<Schema>;
  /** The schemas that requests and responses lead to. */
  readonly reached: Readonly<Record<Direction, ReadonlySet<Schema>>>;
  /** Returns what a schema leaves out in a direction, if anything. */
  omission(schema: ObjectSchema, direction: Direction): Omission | undefined;
}

/** Finds the directions of a contract; undefined if nothing in it depends on them. */
export function findDirections(contract: Contract): Directions | undefined {
  const schemas = schemasOf(contract);
  if (![...schemas].some(hasMark)) return undefined;
  const markedNames = createMarkedNames(schemas);
  // A mark on the schema of a parameter says nothing about the parameter.
  const parameters = new Set(
    contract.declarations.flatMap(({ origin, schema }) =>
      origin === "parameters" ? [schema] : [],
    ),
  );
  const omission = (schema: ObjectSchema, direction: Direction): Omission | undefined =>
    parameters.has(schema) ? undefined : omissionOf(schema, markedNames(schema, direction));
  const changed = [...schemas].filter(
    (schema) =>
      schema.kind === "schema" &&
      (omission(schema, "request") ?? omission(schema, "response")) !== undefined,
  );
  if (changed.length === 0) return undefined;
  return { differing: leadingTo(changed, schemas), reached: reachedBy(contract), omission };
}

function hasMark(schema: Schema): boolean {
  return schema.kind === "schema" && (schema.readOnly ?? schema.writeOnly) === true;
}

/**
 * Returns what an object leaves out. In 3.0, a marked property is not part of the other direction;
 * later versions only annotate, so it may be present and is not required. A closed object keeps the
 * property in both, because it would refuse a value that was sent back.
 */
function omissionOf(schema: ObjectSchema, marked: ReadonlySet<string>): Omission | undefined {
  const { dialect, properties, required = [], additionalProperties } = schema;
  const optional = new Set(required.filter((name) => marked.has(name)));
  const isOpen =
    additionalProperties === undefined ||
    (additionalProperties.kind === "boolean" && additionalProperties.value);
  const isDropped = dialect === "openapi-3.0" && isOpen;
  const dropped = new Set(
    isDropped ? [...(properties?.keys() ?? [])].filter((name) => marked.has(name)) : [],
  );
  return optional.size + dropped.size === 0 ? undefined : { optional, dropped };
}

function reachedBy(contract: Contract): Directions["reached"] {
  const { request, response } = operationSchemas(contract);
  return { request: reachedFrom(request), response: reachedFrom(response) };
}

function reachedFrom(schemas: ReadonlySet<Schema>): ReadonlySet<Schema> {
  const found = new Set(schemas);
  // The set grows during the iteration.
  for (const schema of found)
    for (const part of [...partsOf(schema), ...mapped(schema)]) found.add(part);
  return found;
}

/** Lists the schemas that a discriminator may select. */
function mapped(schema: Schema): Iterable<Schema> {
  return schema.kind === "schema" ? (schema.discriminator?.mapping.values() ?? []) : [];
}
