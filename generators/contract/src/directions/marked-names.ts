// The members that one direction does without: `readOnly` ones in a request, `writeOnly` ones in a
// response.

import type { ObjectSchema, Schema } from "../model/schema.ts";
import { conjuncts } from "../schema/schema-sets.ts";
import type { Direction } from "./operation-schemas.ts";

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
