import { type ClosingRuleId, closingRules } from "./closing-rules.ts";
import { type EnvelopeRuleId, envelopeRules } from "./envelope-rules.ts";
import { type FeedRuleId, feedRules } from "./feed-rules.ts";
import { type HeartbeatRuleId, heartbeatRules } from "./heartbeat-rules.ts";
import type { Rule } from "./rule.ts";
import { type SequenceRuleId, sequenceRules } from "./sequence-rules.ts";
import { type SubscriptionRuleId, subscriptionRules } from "./subscription-rules.ts";

/** The id of a rule about the extensions of channels. */
export type ExtensionRuleId =
  | SequenceRuleId
  | SubscriptionRuleId
  | ClosingRuleId
  | EnvelopeRuleId
  | HeartbeatRuleId
  | FeedRuleId;

/** The rules about the extensions of channels. */
export const extensionRules: Readonly<Record<ExtensionRuleId, Rule>> = {
  ...sequenceRules,
  ...subscriptionRules,
  ...closingRules,
  ...envelopeRules,
  ...heartbeatRules,
  ...feedRules,
};
