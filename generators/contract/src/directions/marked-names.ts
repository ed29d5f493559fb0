// The members that one direction does without: `readOnly` ones in a request, `writeOnly` ones in a
// response.

import type { Contract } from "../model/contract.ts";
import type { ObjectSchema, Schema } from "../model/schema.ts";
import { schemaChildren, schemaReferences } from "../schema/walk-schemas.ts";

/** The direction in which a body is sent. */
export type Direction = "request" | "response";

/** Finds the members of an object that a direction does without. */
export type MarkedNames = (schema: ObjectSchema, direction: Direction) => ReadonlySet<string>;

/**
 * Creates the function that lists the marked members of a schema and of the schemas that always
 * apply with it. The tag of a discriminator is needed in both directions, whatever its marks.
 */
export function createMarkedNames(schemas: Iterable<Schema>): MarkedNames {
  const tags = tagNames(schemas);
  return (schema, direction) => {
    const keyword = direction === "request" ? "readOnly" : "writeOnly";
    const parts = conjuncts(schema);
    const kept = new Set([...parts].flatMap((part) => [...(tags.get(part) ?? [])]));
    const found = new Set<string>();
    for (const part of parts) {
      if (part.kind === "boolean") continue;
      for (const [name, property] of part.properties ?? [])
        if (!kept.has(name) && isMarked(property, keyword)) found.add(name);
    }
    return found;
  };
}

function isMarked(property: Schema, keyword: "readOnly" | "writeOnly"): boolean {
  return [...conjuncts(property)].some((part) => part.kind === "schema" && part[keyword] === true);
}

function tagNames(schemas: Iterable<Schema>): ReadonlyMap<Schema, ReadonlySet<string>> {
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

/** Lists a schema and those that always apply with it. */
function conjuncts(schema: Schema): ReadonlySet<Schema> {
  const found = new Set([schema]);
  // The set grows during the iteration.
  for (const each of found) {
    if (each.kind === "boolean") continue;
    if (each.ref !== undefined) found.add(each.ref.target);
    for (const part of each.allOf ?? []) found.add(part);
  }
  return found;
}

/** Lists all schemas of a contract, each once. */
export function allSchemas(contract: Contract): ReadonlySet<Schema> {
  const found = new Set<Schema>(contract.declarations.map(({ schema }) => schema));
  // The set grows during the iteration.
  for (const schema of found) for (const part of partsOf(schema)) found.add(part);
  return found;
}

/** Lists the schemas that a schema contains or refers to. */
export function partsOf(schema: Schema): readonly Schema[] {
  if (schema.kind === "boolean") return [];
  return [...schemaChildren(schema).map((child) => child.schema), ...schemaReferences(schema)];
}
