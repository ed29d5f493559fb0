import { type ChannelOperationRuleId, channelOperationRules } from "./channel-operation-rules.ts";
import { type ChannelRuleId, channelRules } from "./channel-rules.ts";
import { type ConnectionRuleId, connectionRules } from "./connection-rules.ts";
import { type ExtensionRuleId, extensionRules } from "./extension-rules.ts";
import { type MessageRuleId, messageRules } from "./message-rules.ts";
import { type OperationRuleId, operationRules } from "./operation-rules.ts";
import type { Rule } from "./rule.ts";
import { type SchemaRuleId, schemaRules } from "./schema-rules.ts";
import { type WholeDocumentRuleId, wholeDocumentRules } from "./whole-document-rules.ts";

/** The id of a rule, such as `operation-removed`. */
export type RuleId =
  | OperationRuleId
  | ChannelRuleId
  | ChannelOperationRuleId
  | ConnectionRuleId
  | MessageRuleId
  | ExtensionRuleId
  | SchemaRuleId
  | WholeDocumentRuleId;

/** Every rule by its id. */
export const rules: Readonly<Record<RuleId, Rule>> = {
  ...operationRules,
  ...channelRules,
  ...channelOperationRules,
  ...connectionRules,
  ...messageRules,
  ...extensionRules,
  ...schemaRules,
  ...wholeDocumentRules,
};
