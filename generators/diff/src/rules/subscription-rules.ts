import type { Rule } from "./rule.ts";

/** The id of a rule about `x-subscription` whose topics are keys. */
export type SubscriptionRuleId =
  | `subscription-${"added" | "removed"}`
  | `subscription-${"subscribe" | "unsubscribe" | "snapshot" | "force-snapshot"}-changed`
  | `subscription-${"keys" | "key" | "counter"}-field-changed`
  | `subscription-diff-${"added" | "removed"}`
  | `subscription-book-${"added" | "removed" | "changed"}`;

function rule(title: string, explanation: string): Rule {
  return { area: "extension", title, explanation };
}

/** The rules about `x-subscription` whose topics are keys. */
export const subscriptionRules: Readonly<Record<SubscriptionRuleId, Rule>> = {
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
};
