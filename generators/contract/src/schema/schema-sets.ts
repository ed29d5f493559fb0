// Sets of schemas.

import type { Schema } from "../model/schema.ts";
import { schemaChildren, schemaReferences } from "./walk-schemas.ts";

/** Lists a schema and those that always apply with it. */
export function conjuncts(schema: Schema): ReadonlySet<Schema> {
  const found = new Set([schema]);
  // The set grows during the iteration.
  for (const each of found) {
    if (each.kind === "boolean") continue;
    if (each.ref !== undefined) found.add(each.ref.target);
    for (const part of each.allOf ?? []) found.add(part);
  }
  return found;
}

/** Lists schemas and all that they contain or refer to, each once. */
export function allSchemas(roots: Iterable<Schema>): ReadonlySet<Schema> {
  const found = new Set(roots);
  // The set grows during the iteration.
  for (const schema of found) for (const part of partsOf(schema)) found.add(part);
  return found;
}

/** Lists the schemas that a schema contains or refers to. */
export function partsOf(schema: Schema): readonly Schema[] {
  if (schema.kind === "boolean") return [];
  return [...schemaChildren(schema).map((child) => child.schema), ...schemaReferences(schema)];
}

/** Lists the given schemas and those that contain or refer to one of them, at any distance. */
export function leadingTo(
  changed: readonly Schema[],
  schemas: Iterable<Schema>,
): ReadonlySet<Schema> {
  const parents = new Map<Schema, Schema[]>();
  for (const parent of schemas) {
    for (const part of partsOf(parent)) {
      const known = parents.get(part);
      if (known === undefined) parents.set(part, [parent]);
      else known.push(parent);
    }
  }
  const found = new Set(changed);
  // The set grows during the iteration.
  for (const schema of found) for (const parent of parents.get(schema) ?? []) found.add(parent);
  return found;
}
