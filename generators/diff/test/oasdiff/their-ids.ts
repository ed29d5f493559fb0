import { documentIds } from "./document-ids.ts";
import { knownIds } from "./oasdiff-suite.ts";
import { schemaIds } from "./schema-ids.ts";
import type { Sight } from "./sight.ts";

/**
 * Returns oasdiff's ids of a change in an operation: an empty list if it has no such check, several if it
 * distinguishes more cases than we do.
 * @throws if the table has no row for the rule.
 */
export function theirIds(sight: Sight): readonly string[] {
  const { ruleId } = sight.change;
  const toIds = documentIds.get(ruleId) ?? schemaIds.get(ruleId);
  if (toIds === undefined) throw new Error(`no row for ${ruleId}`);
  return toIds(sight).filter((id) => knownIds.has(id));
}

/** Reports whether the table has a row for a rule. */
export function hasRow(rule: string): boolean {
  return documentIds.has(rule) || schemaIds.has(rule);
}
