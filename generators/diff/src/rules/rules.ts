import { type OperationRuleId, operationRules } from "./operation-rules.ts";
import type { Rule } from "./rule.ts";

/** The id of a rule, such as `operation-removed`. */
export type RuleId = OperationRuleId;

/** Every rule by its id. */
export const rules: Readonly<Record<RuleId, Rule>> = { ...operationRules };
