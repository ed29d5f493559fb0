import { type OperationRuleId, operationRules } from "./operation-rules.ts";
import type { Rule } from "./rule.ts";
import { type SchemaRuleId, schemaRules } from "./schema-rules.ts";
import { type WholeDocumentRuleId, wholeDocumentRules } from "./whole-document-rules.ts";

/** The id of a rule, such as `operation-removed`. */
export type RuleId = OperationRuleId | SchemaRuleId | WholeDocumentRuleId;

/** Every rule by its id. */
export const rules: Readonly<Record<RuleId, Rule>> = {
  ...operationRules,
  ...schemaRules,
  ...wholeDocumentRules,
};
