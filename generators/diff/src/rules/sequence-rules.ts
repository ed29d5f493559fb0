import type { Rule } from "./rule.ts";

/** The id of a rule about `x-sequence`. */
export type SequenceRuleId =
  | `sequence-${"added" | "removed" | "field-changed" | "resume-parameter-changed"}`
  | `sequence-counted-message-${"added" | "removed"}`
  | `sequence-${"repeats" | "end-of-backlog" | "too-old" | "last-number" | "watermark" | "owner"}-changed`
  | `sequence-identity-${"added" | "removed" | "changed"}`
  | `sequence-filter-${"added" | "removed" | "sources-changed"}`;

function rule(title: string, explanation: string): Rule {
  return { area: "extension", title, explanation };
}

/** The rules about `x-sequence`: what a client of the base does with the numbers of the revision. */
export const sequenceRules: Readonly<Record<SequenceRuleId, Rule>> = {
  "sequence-added": rule(
    "Messages of a channel are numbered",
    "Clients that know no numbers get the same messages. Generate them again so that they resume.",
  ),
  "sequence-removed": rule(
    "Messages of a channel are no longer numbered",
    "Clients can neither resume nor notice gaps, so that they miss messages without knowing it.",
  ),
  "sequence-field-changed": rule(
    "The number of messages moved to another member",
    "Clients find no number at the old place. Send both members until all clients read the new one.",
  ),
  "sequence-resume-parameter-changed": rule(
    "The resume parameter changed",
    "Clients resume with the old parameter. A server that refuses unknown parameters refuses them; " +
      "another one starts at the live tail, and they miss what was sent meanwhile.",
  ),
  "sequence-counted-message-added": rule(
    "A message advances the number",
    "Generated clients accept the next number from a message that they do not know, so that a new " +
      "message may count. One that they know not to count looks like a gap: they reconnect and give up.",
  ),
  "sequence-counted-message-removed": rule(
    "A message no longer advances the number",
    "A message with the number of the previous one is a duplicate to clients, and is dropped.",
  ),
  "sequence-repeats-changed": rule(
    "Other messages repeat the number",
    "Clients read the number of such a message if it has one, and do without it otherwise.",
  ),
  "sequence-end-of-backlog-changed": rule(
    "Another message ends a replay",
    "Clients wait for the old one. With heartbeats they notice at the next one that they are live.",
  ),
  "sequence-too-old-changed": rule(
    "The answer to a resume point that is too old changed",
    "Clients recognise the answer by its code and close code. Without it they try the same resume " +
      "point again, or fail instead of starting from scratch.",
  ),
  "sequence-last-number-changed": rule(
    "The highest number at the end of a replay moved",
    "Clients use it to notice missing messages at once; without it they notice later.",
  ),
  "sequence-watermark-changed": rule(
    "The watermark of heartbeats moved",
    "An idle client with a filter moves its resume point by it. Without it, the point gets too old.",
  ),
  "sequence-identity-added": rule(
    "The log has an identity",
    "Clients that do not name a log resume in the current one, as before.",
  ),
  "sequence-identity-removed": rule(
    "The log no longer has an identity",
    "Clients do not notice that another log has replaced the one that they read.",
  ),
  "sequence-identity-changed": rule(
    "The identity of the log moved",
    "Clients that name the log by an old parameter are refused, or resumed in another log. Those that " +
      "miss the header or the member do not notice that the log was replaced.",
  ),
  "sequence-filter-added": rule(
    "A query parameter selects from the sequence",
    "A client with a filter is ready for numbers that are left out. One that uses the parameter without " +
      "knowing it as a filter takes them for a gap.",
  ),
  "sequence-filter-removed": rule(
    "A query parameter no longer selects from the sequence",
    "Clients that use it are ready for numbers that are left out, and need not be.",
  ),
  "sequence-filter-sources-changed": rule(
    "The values that a filter selects by come from other places",
    "Clients with the filter may get other messages than before.",
  ),
  "sequence-owner-changed": rule(
    "The owner of a sequence moved",
    "Only those who publish check it.",
  ),
};
