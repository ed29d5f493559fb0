import type { Rule } from "./rule.ts";

/** The id of a rule about operations of AsyncAPI documents and their replies. */
export type ChannelOperationRuleId =
  | `channel-operation-${"added" | "removed" | "key-renamed"}`
  | `channel-operation-${"action-changed" | "channel-changed"}`
  | `channel-operation-${"deprecated" | "reactivated" | "tags-changed"}`
  | `reply-${"added" | "removed" | "address-changed" | "channel-changed"}`;

function rule(title: string, explanation: string): Rule {
  return { area: "channel", title, explanation };
}

/** The rules about operations of AsyncAPI documents and their replies. */
export const channelOperationRules: Readonly<Record<ChannelOperationRuleId, Rule>> = {
  "channel-operation-added": rule(
    "An operation was added to a channel",
    "If the provider receives by it, nobody uses it yet. If the provider sends by it on a channel that " +
      "had messages before, its readers get messages that they do not know: generated clients hand " +
      "them to their caller as unknown, others may fail.",
  ),
  "channel-operation-removed": rule(
    "An operation was removed from a channel",
    "Clients send what nobody reads, or wait for what nobody sends. If other operations of the channel " +
      "have the same messages, only generated code changes.",
  ),
  "channel-operation-key-renamed": rule(
    "An operation was renamed",
    "Nothing changes on the wire. Generated code is named after the operation, so that code that uses " +
      "the old name no longer compiles. An operation is the same if it has the same action and a " +
      "message in common on the same channel.",
  ),
  "channel-operation-action-changed": rule(
    "The action of an operation changed",
    "Those who sent have to receive, and the other way round.",
  ),
  "channel-operation-channel-changed": rule(
    "An operation was moved to another channel",
    "Clients keep using the old channel.",
  ),
  "channel-operation-deprecated": rule(
    "An operation of a channel was deprecated",
    "It still works. Tell its users what replaces it (`replacement` in `x-deprecated`).",
  ),
  "channel-operation-reactivated": rule(
    "An operation of a channel is no longer deprecated",
    "It works as before.",
  ),
  "channel-operation-tags-changed": rule(
    "The tags of an operation of a channel changed",
    "Tags only group what the documentation shows.",
  ),
  "reply-added": rule(
    "A reply was added to an operation",
    "If the provider replies, clients get an answer that they do not expect. If the provider waits for " +
      "a reply, clients of the base do not send it.",
  ),
  "reply-removed": rule(
    "The reply of an operation was removed",
    "If the provider replied, clients wait for an answer that does not come. If the provider waited " +
      "for a reply, clients go on sending it.",
  ),
  "reply-address-changed": rule(
    "The address of a reply changed",
    "One side waits for the reply at the old address.",
  ),
  "reply-channel-changed": rule(
    "A reply was moved to another channel",
    "One side waits for the reply on the old channel.",
  ),
};
