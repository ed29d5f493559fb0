import type { Rule } from "./rule.ts";

/** The id of a rule about the stream of a channel: its numbers, its keys or topics, and any other field. */
export type StreamRuleId =
  | `sequence-${"added" | "removed" | "field-changed" | "resume-parameter-changed"}`
  | `sequence-counted-message-${"added" | "removed"}`
  | `sequence-${"repeats" | "end-of-backlog" | "too-old" | "last-number" | "watermark" | "owner"}-changed`
  | `sequence-identity-${"added" | "removed" | "changed"}`
  | `sequence-filter-${"added" | "removed" | "sources-changed"}`
  | `subscription-${"added" | "removed"}`
  | `subscription-${"subscribe" | "unsubscribe" | "snapshot" | "force-snapshot"}-changed`
  | `subscription-${"keys" | "key" | "counter"}-field-changed`
  | `subscription-diff-${"added" | "removed"}`
  | `subscription-book-${"added" | "removed" | "changed"}`
  | `feed-${"added" | "removed" | "rule-changed" | "description-changed"}`
  | `feed-topic-${"added" | "removed"}`;

function rule(title: string, explanation: string): Rule {
  return { area: "extension", title, explanation };
}

/** The rules about the stream of a channel: what a client of the base does with the revision. */
export const streamRules: Readonly<Record<StreamRuleId, Rule>> = {
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
  "subscription-added": rule(
    "Clients choose keys",
    "Clients that do not subscribe get nothing any more. If they sent the same messages before, only " +
      "generated code does it by itself now.",
  ),
  "subscription-removed": rule(
    "Clients no longer choose keys",
    "Clients wait for a snapshot of each key that they ask for, and drop everything else.",
  ),
  "subscription-subscribe-changed": rule(
    "Another message adds keys",
    "Clients ask with the old message, which means something else or is refused.",
  ),
  "subscription-unsubscribe-changed": rule(
    "Another message removes keys",
    "Clients give up keys with the old message, which means something else or is refused.",
  ),
  "subscription-snapshot-changed": rule(
    "Another message is the whole state of a key",
    "Clients wait for the old message, and drop all changes until it comes.",
  ),
  "subscription-force-snapshot-changed": rule(
    "The way to ask for a fresh snapshot changed",
    "Clients that missed a change ask in the old way, and do not get the snapshot.",
  ),
  "subscription-keys-field-changed": rule(
    "The keys of a subscription moved",
    "Clients list the keys in a member that the server does not read.",
  ),
  "subscription-key-field-changed": rule(
    "The key of a message moved",
    "Clients do not see to which key a message belongs.",
  ),
  "subscription-counter-field-changed": rule(
    "The number of a message of a key moved",
    "Clients find no number, so that they do not notice gaps.",
  ),
  "subscription-diff-added": rule(
    "A message takes a number of its key",
    "Generated clients accept the next number from a message that they do not know. From one that they " +
      "know without a number of its own, they take it for a gap and ask for a snapshot.",
  ),
  "subscription-diff-removed": rule(
    "A message no longer takes a number of its key",
    "Clients expect the next number in it, and take the old one for a gap.",
  ),
  "subscription-book-added": rule(
    "The state of a key is said to be an order book",
    "The messages say what they said before.",
  ),
  "subscription-book-removed": rule(
    "The state of a key is no longer said to be an order book",
    "Clients that keep books go on as long as the messages have the same members.",
  ),
  "subscription-book-changed": rule(
    "The levels of an order book moved",
    "Clients that keep books do not find them.",
  ),
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
