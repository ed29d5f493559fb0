import type { ObjectSchema, Schema } from "../model/schema.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import { valueGroups } from "./value-groups.ts";

/**
 * Marks the schemas of numbers for which a rounded number could pass or fail a rule that the exact
 * number would not. The rule can come from any schema of the same value. `schemas` are the roots
 * and everything that they refer to. Documents without such rules are skipped.
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
 * Reports whether a rule can have different results for an integer beyond 2^53 and its rounded
 * double.
 */
function countsDigits(schema: ObjectSchema): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const bounds = [minimum, maximum, exclusiveMinimum, exclusiveMaximum];
  return multipleOf !== undefined || bounds.some((bound) => bound !== undefined && isFar(bound));
}

/** Reports whether an unsafe integer can round to a bound. */
function isFar(bound: number | bigint): boolean {
  return bound < Number.MIN_SAFE_INTEGER || bound > Number.MAX_SAFE_INTEGER;
}
