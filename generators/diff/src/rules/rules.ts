import { type OperationRuleId, operationRules } from "./operation-rules.ts";
import type { Rule } from "./rule.ts";
import { type SchemaRuleId, schemaRules } from "./schema-rules.ts";

/** The id of a rule, such as `operation-removed`. */
export type RuleId = OperationRuleId | SchemaRuleId;

/** Every rule by its id. */
export const rules: Readonly<Record<RuleId, Rule>> = { ...operationRules, ...schemaRules };
