import type { Schema } from "../model/schema.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import { copyParts, leadingTo, type SchemaParts } from "../schema/schema-sets.ts";

/** Changes the copy of a schema; `copyOf` returns the copies of others. */
export type SchemaEdit = (copy: SchemaDraft, copyOf: (schema: Schema) => Schema) => void;

/** Changed copies of schemas, each made when it is first asked for. */
export interface SchemaCopies {
  /** Returns the copy of a schema; the schema itself if it does not lead to one that is changed. */
  copyOf(schema: Schema): Schema;
  /** The schemas that the copies made so far were made of, by copy. */
  readonly originals: ReadonlyMap<Schema, Schema>;
}

/**
 * Copies the schemas to change, and all schemas that lead to them. `schemas` has all that may be
 * asked for, with their parts, as `schemasOf` lists those of a contract.
 */
export function copySchemas(
  schemas: SchemaParts,
  edits: ReadonlyMap<Schema, SchemaEdit>,
): SchemaCopies {
  const differing = leadingTo(edits.keys(), schemas);
  const copies = new Map<Schema, Schema>();
  const originals = new Map<Schema, Schema>();
  const copyOf = (schema: Schema): Schema => {
    if (schema.kind === "boolean" || !differing.has(schema)) return schema;
    const known = copies.get(schema);
    if (known !== undefined) return known;
    const copy: SchemaDraft = { ...schema };
    // Known before it is complete, because schemas refer to each other in circles.
    copies.set(schema, copy);
    originals.set(copy, schema);
    copyParts(copy, copyOf);
    edits.get(schema)?.(copy, copyOf);
    return copy;
  };
  return { copyOf, originals };
}
