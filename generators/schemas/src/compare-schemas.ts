import type { Schema } from "@specwright/contract";
import { type ComparerOptions, SchemaComparer } from "./schema-comparer.ts";
import type { SchemaComparison } from "./schema-comparison.ts";

/**
 * Compares the sets of values that two schemas accept. "proved" means that one schema certainly accepts
 * every value of the other. "refuted" includes a witness: a value that was checked against both schemas.
 * `format` is an annotation, unless the metaschema makes it an assertion, as in JSON Schema 2020-12.
 *
 * To compare many schemas of two contracts, use a {@link SchemaComparer}, which normalizes each schema
 * once.
 *
 * @example
 * ```ts
 * compareSchemas(integer, number).effect; // "widens"
 * ```
 */
export function compareSchemas(
  base: Schema,
  revision: Schema,
  options?: ComparerOptions,
): SchemaComparison {
  return new SchemaComparer(options).compare(base, revision);
}
