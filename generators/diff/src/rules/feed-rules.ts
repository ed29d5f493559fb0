import type { Rule } from "./rule.ts";

/** The id of a rule about channels with topics, or about rules that no other rule is about. */
export type FeedRuleId =
  | `feed-${"added" | "removed" | "rule-changed" | "description-changed"}`
  | `feed-topic-${"added" | "removed"}`;

function rule(title: string, explanation: string): Rule {
  return { area: "extension", title, explanation };
}

/** The rules about channels with topics. */
export const feedRules: Readonly<Record<FeedRuleId, Rule>> = {
  "feed-added": rule(
    "Clients choose topics",
    "Clients that do not subscribe may get nothing any more.",
  ),
  "feed-removed": rule(
    "Clients no longer choose topics",
    "Clients subscribe, and wait for messages of their topics.",
  ),
  "feed-topic-added": rule(
    "A topic of a feed was added",
    "Clients of the base do not subscribe to it.",
  ),
  "feed-topic-removed": rule(
    "A topic of a feed was removed",
    "Clients of the base subscribe to it, and are refused or get nothing. Keep the topic until they " +
      "no longer do.",
  ),
  "feed-rule-changed": rule(
    "A rule of a channel changed",
    "Clients go on by the old rules: how messages are recognised, requests are written, numbers " +
      "follow one another, books are kept and connections end. Whether they get along depends on " +
      "the rule, so that it has to be judged by a person.",
  ),
  "feed-description-changed": rule(
    "A description in the rules of a channel changed",
    "Clients do the same as before.",
  ),
};
