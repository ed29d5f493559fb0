import type { Schema } from "../model/schema.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import { copyParts, leadingTo, type SchemaParts } from "../schema/schema-sets.ts";

/** Changes the copy of a schema. `copyOf` returns the copies of other schemas. */
export type SchemaEdit = (copy: SchemaDraft, copyOf: (schema: Schema) => Schema) => void;

/** Changed copies of schemas. A copy is created when it is first requested. */
export interface SchemaCopies {
  /**
   * Returns the copy of a schema. Returns the schema itself if neither the schema nor any of its parts
   * changes.
   */
  copyOf(schema: Schema): Schema;
  /** Maps the copies that exist so far to their originals. */
  readonly originals: ReadonlyMap<Schema, Schema>;
}

/**
 * Creates the copies of the schemas in `edits`, and of all schemas that contain or refer to them. `schemas`
 * must contain all schemas for which a copy can be requested, with their parts; `schemasOf` returns such a
 * map for a contract.
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
    // The copy is registered before it is complete, because schemas can refer to each other in circles.
    copies.set(schema, copy);
    originals.set(copy, schema);
    copyParts(copy, copyOf);
    edits.get(schema)?.(copy, copyOf);
    return copy;
  };
  return { copyOf, originals };
}
