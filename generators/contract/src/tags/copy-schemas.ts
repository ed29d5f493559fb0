import type { Schema } from "../model/schema.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import { copyParts, leadingTo, type SchemaParts } from "../schema/schema-sets.ts";

/** Changes the copy of a schema; `copyOf` returns the copies of other schemas. */
export type SchemaEdit = (copy: SchemaDraft, copyOf: (schema: Schema) => Schema) => void;

/** Changed copies of schemas. Each is created on demand. */
export interface SchemaCopies {
  /** Returns the copy of a schema; the schema itself if neither it nor its parts change. */
  copyOf(schema: Schema): Schema;
  /** The originals of the copies so far, by copy. */
  readonly originals: ReadonlyMap<Schema, Schema>;
}

/**
 * Copies the schemas to change, and all schemas that lead to them. `schemas` contains all schemas
 * that can be requested, with their parts; `schemasOf` returns this list for a contract.
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
    // Registered before it is complete, because schemas can refer to each other in circles.
    copies.set(schema, copy);
    originals.set(copy, schema);
    copyParts(copy, copyOf);
    edits.get(schema)?.(copy, copyOf);
    return copy;
  };
  return { copyOf, originals };
}
