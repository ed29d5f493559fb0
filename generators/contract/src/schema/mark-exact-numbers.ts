import type { ObjectSchema, Schema } from "../model/schema.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import { valueGroups } from "./value-groups.ts";

/**
 * Marks the schemas of numbers that must not be rounded: a rule could accept the exact number but reject
 * the rounded one, or the reverse. The rule can be in any schema of the same value. `schemas` are the roots
 * and everything that they refer to. Does nothing if a document has no such rule.
 */
export function markExactNumbers(roots: readonly Schema[], schemas: Iterable<Schema>): void {
  const restrict = [...schemas].some((schema) => schema.kind === "schema" && countsDigits(schema));
  if (!restrict) return;
  const groups = valueGroups(roots, (schema) => isDouble(schema) || countsDigits(schema));
  for (const group of groups) {
    if (!group.some(countsDigits)) continue;
    // The schemas of a contract are drafts until the contract is built.
    for (const schema of group.filter(isDouble) as SchemaDraft[]) schema.refusesRounding = true;
  }
}

function isDouble({ types }: ObjectSchema): boolean {
  return types?.includes("number") === true;
}

/**
 * Reports whether a rule of a schema can accept an integer beyond 2^53 but reject the rounded double, or
 * the reverse.
 */
function countsDigits(schema: ObjectSchema): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const bounds = [minimum, maximum, exclusiveMinimum, exclusiveMaximum];
  return multipleOf !== undefined || bounds.some((bound) => bound !== undefined && isFar(bound));
}

/** Reports whether a bound is so large that an integer near it can be rounded to the bound. */
function isFar(bound: number | bigint): boolean {
  return bound < Number.MIN_SAFE_INTEGER || bound > Number.MAX_SAFE_INTEGER;
}
