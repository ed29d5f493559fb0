import type { Rule } from "./rule.ts";

/** The id of a rule about the stream of a channel: numbers, keys, topics and all other fields. */
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

function streamRule(title: string, explanation: string): Rule {
  return { area: "extension", title, explanation };
}

/** The rules about the stream of a channel. */
export const streamRules: Readonly<Record<StreamRuleId, Rule>> = {
  "sequence-added": streamRule(
    "The messages of a channel are numbered",
    "Existing clients get the same messages and ignore the numbers. To let clients resume, " +
      "generate them again.",
  ),
  "sequence-removed": streamRule(
    "The messages of a channel are no longer numbered",
    "Clients can neither resume nor notice gaps, so they miss messages without knowing it.",
  ),
  "sequence-field-changed": streamRule(
    "The sequence number moved to a different property",
    "Existing clients find no number in the old place. Send both properties until all clients " +
      "read the new property.",
  ),
  "sequence-resume-parameter-changed": streamRule(
    "The resume parameter changed",
    "Existing clients resume with the old parameter. A server that rejects unknown parameters " +
      "rejects them. Any other server starts with new messages, so clients miss the messages in " +
      "between.",
  ),
  "sequence-counted-message-added": streamRule(
    "One more message advances the sequence number",
    "Generated clients accept the next number from a message that they do not know, so a new " +
      "message may advance the number. If their contract has the message, but the message does not " +
      "advance the number there, they see a gap, reconnect and finally give up.",
  ),
  "sequence-counted-message-removed": streamRule(
    "A message no longer advances the sequence number",
    "Existing clients treat a message with the same number as the previous message as a " +
      "duplicate, and drop it.",
  ),
  "sequence-repeats-changed": streamRule(
    "The messages that repeat the sequence number changed",
    "Existing clients read the number of such a message if the message has a number, and else " +
      "work without it.",
  ),
  "sequence-end-of-backlog-changed": streamRule(
    "The message that ends a replay changed",
    "Existing clients wait for the old message. If there are heartbeats, the next heartbeat " +
      "shows clients that the replay is over.",
  ),
  "sequence-too-old-changed": streamRule(
    "The response to a resume point that is too old changed",
    "Clients recognise the response by its error code and close code. Clients that do not " +
      "recognise it retry the same resume point, or fail instead of starting from scratch.",
  ),
  "sequence-last-number-changed": streamRule(
    "The place of the highest number at the end of a replay changed",
    "Clients use the number to notice missing messages at once. Without it, clients notice " +
      "missing messages later.",
  ),
  "sequence-watermark-changed": streamRule(
    "The place of the watermark of heartbeats changed",
    "A client with a filter that receives no messages advances its resume point by the " +
      "watermark. Without the watermark, the resume point becomes too old.",
  ),
  "sequence-identity-added": streamRule(
    "The log got an identity",
    "Clients that do not name a log still resume in the current log.",
  ),
  "sequence-identity-removed": streamRule(
    "The log no longer has an identity",
    "Clients do not notice when another log replaces the log.",
  ),
  "sequence-identity-changed": streamRule(
    "The place of the identity of the log changed",
    "The server rejects clients that name the log by the old parameter, or resumes them in the " +
      "wrong log. Clients that do not find the header or the property do not notice when the log is " +
      "replaced.",
  ),
  "sequence-filter-added": streamRule(
    "A query parameter filters the sequence",
    "A client with a filter expects gaps in the numbers. A client that uses the parameter " +
      "without knowing that it is a filter reports the gaps as lost messages.",
  ),
  "sequence-filter-removed": streamRule(
    "A query parameter no longer filters the sequence",
    "Existing clients expect gaps in the numbers, which no longer occur.",
  ),
  "sequence-filter-sources-changed": streamRule(
    "A filter reads its values from other places",
    "Clients with the filter may get other messages than before.",
  ),
  "sequence-owner-changed": streamRule(
    "The place of the owner of a sequence changed",
    "Only publishers check the owner.",
  ),
  "subscription-added": streamRule(
    "Clients must subscribe to keys",
    "Clients that do not subscribe no longer get messages. If they already sent the same " +
      "messages, only generated code changes: generated clients now subscribe by themselves.",
  ),
  "subscription-removed": streamRule(
    "Clients no longer subscribe to keys",
    "Existing clients wait for a snapshot of each key that they ask for, and drop all other " +
      "messages.",
  ),
  "subscription-subscribe-changed": streamRule(
    "The message that adds keys changed",
    "Existing clients subscribe with the old message, which the server rejects or understands " +
      "differently.",
  ),
  "subscription-unsubscribe-changed": streamRule(
    "The message that removes keys changed",
    "Existing clients unsubscribe with the old message, which the server rejects or understands " +
      "differently.",
  ),
  "subscription-snapshot-changed": streamRule(
    "The snapshot message of a key changed",
    "Existing clients wait for the old message, and drop all changes until they get it.",
  ),
  "subscription-force-snapshot-changed": streamRule(
    "The way to request a new snapshot changed",
    "After a gap, existing clients send the old request for a snapshot, and get no snapshot.",
  ),
  "subscription-keys-field-changed": streamRule(
    "The place of the keys of a subscription changed",
    "Existing clients list the keys in a property that the server does not read.",
  ),
  "subscription-key-field-changed": streamRule(
    "The place of the key of a message changed",
    "Existing clients cannot tell which key a message belongs to.",
  ),
  "subscription-counter-field-changed": streamRule(
    "The place of the sequence number of a key's messages changed",
    "Existing clients find no number, so they do not notice gaps.",
  ),
  "subscription-diff-added": streamRule(
    "One more message advances the sequence number of its key",
    "Generated clients accept the next number from a message that they do not know. If their " +
      "contract has the message, but without its own number, they see a gap and request a snapshot.",
  ),
  "subscription-diff-removed": streamRule(
    "A message no longer advances the sequence number of its key",
    "Existing clients expect the message to have the next number, and see a gap.",
  ),
  "subscription-book-added": streamRule(
    "The state of a key is declared as an order book",
    "The messages keep their meaning.",
  ),
  "subscription-book-removed": streamRule(
    "The state of a key is no longer declared as an order book",
    "Clients that keep order books continue to work as long as the messages have the same " +
      "properties.",
  ),
  "subscription-book-changed": streamRule(
    "The place of the levels of an order book changed",
    "Clients that keep order books do not find the levels.",
  ),
  "feed-added": streamRule(
    "Clients must subscribe to topics",
    "Clients that do not subscribe may no longer get messages.",
  ),
  "feed-removed": streamRule(
    "Clients no longer subscribe to topics",
    "Existing clients subscribe, and wait for messages of their topics.",
  ),
  "feed-topic-added": streamRule(
    "A topic of a feed was added",
    "Existing clients do not subscribe to it.",
  ),
  "feed-topic-removed": streamRule(
    "A topic of a feed was removed",
    "Existing clients subscribe to the topic, and the server rejects them or sends nothing. Keep " +
      "the topic until all clients have moved.",
  ),
  "feed-rule-changed": streamRule(
    "A rule of a channel changed",
    "Existing clients follow the old rules: how to recognise messages, write requests, check " +
      "numbers, keep order books and end connections. Whether they keep working depends on the rule: " +
      "check it by hand.",
  ),
  "feed-description-changed": streamRule(
    "A description in the rules of a channel changed",
    "Existing clients keep working.",
  ),
};
