import { type ClosingRuleId, closingRules } from "./closing-rules.ts";
import { type EnvelopeRuleId, envelopeRules } from "./envelope-rules.ts";
import { type HeartbeatRuleId, heartbeatRules } from "./heartbeat-rules.ts";
import type { Rule } from "./rule.ts";
import { type StreamRuleId, streamRules } from "./stream-rules.ts";

/** The id of a rule about the extensions of channels. */
export type ExtensionRuleId = StreamRuleId | ClosingRuleId | EnvelopeRuleId | HeartbeatRuleId;

/** The rules about the extensions of channels. */
export const extensionRules: Readonly<Record<ExtensionRuleId, Rule>> = {
  ...streamRules,
  ...closingRules,
  ...envelopeRules,
  ...heartbeatRules,
};
