// Which schemas are sent in which direction, and which of them differ by it.

import type { Contract } from "../model/contract.ts";
import type { ObjectSchema, Schema } from "../model/schema.ts";
import { leadingTo, partsOf, type SchemaParts } from "../schema/schema-sets.ts";
import { defaultOf } from "./find-defaults.ts";
import { createMarkedNames } from "./marked-names.ts";
import { type Direction, operationSchemas, schemasOf } from "./operation-schemas.ts";

/** What an object schema leaves out in one direction. */
export interface Omission {
  /** Properties that are not part of the type at all (OpenAPI 3.0). */
  readonly dropped: ReadonlySet<string>;
  /** Names that are not required. */
  readonly optional: ReadonlySet<string>;
  /** Properties that may be present, and that a reader gives no default. */
  readonly unfilled: ReadonlySet<string>;
}

/** What directions depend on besides the contract. */
export interface DirectionOptions {
  /** Whether readers give an absent property its default. */
  readonly appliesDefaults: boolean;
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
export function findDirections(
  contract: Contract,
  options: DirectionOptions,
): Directions | undefined {
  const schemas = schemasOf(contract);
  const markedNames = createMarkedNames([...schemas.keys()]);
  if (markedNames === undefined) return undefined;
  // A mark on the schema of a parameter says nothing about the parameter.
  const parameters = new Set(
    contract.declarations.flatMap(({ origin, schema }) =>
      origin === "parameters" ? [schema] : [],
    ),
  );
  const omissions = { request: new Map<Schema, Omission>(), response: new Map<Schema, Omission>() };
  const changed = new Set<Schema>();
  for (const schema of schemas.keys()) {
    if (schema.kind === "boolean" || parameters.has(schema)) continue;
    if (schema.properties === undefined && schema.required === undefined) continue;
    for (const direction of ["request", "response"] as const) {
      const omission = omissionOf(schema, markedNames(schema, direction), options);
      if (omission === undefined) continue;
      omissions[direction].set(schema, omission);
      changed.add(schema);
    }
  }
  if (changed.size === 0) return undefined;
  return {
    differing: leadingTo([...changed], schemas),
    reached: reachedBy(contract, schemas),
    omission: (schema, direction) => omissions[direction].get(schema),
  };
}

/**
 * Returns what an object leaves out. In 3.0, a marked property is not part of the other direction;
 * later versions only annotate, so it may be present and is not required. A closed object keeps the
 * property in both, because it would refuse a value that was sent back.
 */
function omissionOf(
  schema: ObjectSchema,
  marked: ReadonlySet<string>,
  { appliesDefaults }: DirectionOptions,
): Omission | undefined {
  if (marked.size === 0) return undefined;
  const { dialect, properties, required = [], additionalProperties } = schema;
  const optional = new Set(required.filter((name) => marked.has(name)));
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

function reachedBy(contract: Contract, schemas: SchemaParts): Directions["reached"] {
  const { request, response } = operationSchemas(contract);
  return { request: reachedFrom(request, schemas), response: reachedFrom(response, schemas) };
}

function reachedFrom(roots: ReadonlySet<Schema>, schemas: SchemaParts): ReadonlySet<Schema> {
  const found = new Set(roots);
  // The set grows during the iteration.
  for (const schema of found) {
    for (const part of schemas.get(schema) ?? partsOf(schema)) found.add(part);
    if (schema.kind === "boolean" || schema.discriminator === undefined) continue;
    // The schemas that a discriminator may select.
    for (const selected of schema.discriminator.mapping.values()) found.add(selected);
  }
  return found;
}
