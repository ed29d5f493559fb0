import { type BodyRuleId, bodyRules } from "./body-rules.ts";
import { type ChannelOperationRuleId, channelOperationRules } from "./channel-operation-rules.ts";
import { type ChannelRuleId, channelRules } from "./channel-rules.ts";
import { type ConnectionRuleId, connectionRules } from "./connection-rules.ts";
import { type DocumentRuleId, documentRules } from "./document-rules.ts";
import { type ExtensionRuleId, extensionRules } from "./extension-rules.ts";
import { type MessageRuleId, messageRules } from "./message-rules.ts";
import { type OperationRuleId, operationRules } from "./operation-rules.ts";
import { type ParameterRuleId, parameterRules } from "./parameter-rules.ts";
import type { Rule } from "./rule.ts";
import { type SchemaRuleId, schemaRules } from "./schema-rules.ts";
import { type SecurityRuleId, securityRules } from "./security-rules.ts";
import { type ServerRuleId, serverRules } from "./server-rules.ts";
import { type WholeDocumentRuleId, wholeDocumentRules } from "./whole-document-rules.ts";

/** The id of a rule, such as `operation-removed`. */
export type RuleId =
  | ChannelRuleId
  | ChannelOperationRuleId
  | ConnectionRuleId
  | MessageRuleId
  | ExtensionRuleId
  | BodyRuleId
  | DocumentRuleId
  | OperationRuleId
  | ParameterRuleId
  | SchemaRuleId
  | SecurityRuleId
  | ServerRuleId
  | WholeDocumentRuleId;

/** Every rule by its id. */
export const rules: Readonly<Record<RuleId, Rule>> = {
  ...bodyRules,
  ...documentRules,
  ...operationRules,
  ...channelRules,
  ...channelOperationRules,
  ...connectionRules,
  ...messageRules,
  ...extensionRules,
  ...parameterRules,
  ...schemaRules,
  ...securityRules,
  ...serverRules,
  ...wholeDocumentRules,
};
