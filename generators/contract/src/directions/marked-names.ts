// The members that one direction does without: `readOnly` ones in a request, `writeOnly` ones in a
// response.

import type { ObjectSchema, Schema } from "../model/schema.ts";
import { conjuncts } from "../schema/schema-sets.ts";
import type { Direction } from "./operation-schemas.ts";

/** Finds the members of an object that a direction does without. */
export type MarkedNames = (schema: ObjectSchema, direction: Direction) => ReadonlySet<string>;

type Mark = "readOnly" | "writeOnly";

const none: ReadonlySet<string> = new Set();

/**
 * Creates the function that lists the marked members of a schema and of the schemas that always
 * apply with it; undefined if none of the given schemas has a mark. The tag of a discriminator is
 * needed in both directions, whatever its marks.
 */
export function createMarkedNames(schemas: readonly Schema[]): MarkedNames | undefined {
  const uses = { readOnly: hasMark(schemas, "readOnly"), writeOnly: hasMark(schemas, "writeOnly") };
  if (!uses.readOnly && !uses.writeOnly) return undefined;
  const tags = tagNames(schemas);
  return (schema, direction) => {
    const mark = direction === "request" ? "readOnly" : "writeOnly";
    if (!uses[mark]) return none;
    const found = new Set<string>();
    const parts = conjuncts(schema);
    for (const part of parts) {
      if (part.kind === "boolean" || part.properties === undefined) continue;
      for (const [name, property] of part.properties) if (isMarked(property, mark)) found.add(name);
    }
    if (found.size === 0) return none;
    for (const part of parts) for (const tag of tags.get(part) ?? none) found.delete(tag);
    return found;
  };
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
