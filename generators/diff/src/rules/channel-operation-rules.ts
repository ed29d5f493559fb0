import type { Rule } from "./rule.ts";

/** The id of a rule about operations of AsyncAPI documents and their replies. */
export type ChannelOperationRuleId =
  | `channel-operation-${"added" | "removed" | "key-renamed"}`
  | `channel-operation-${"action-changed" | "channel-changed"}`
  | `channel-operation-${"deprecated" | "reactivated" | "tags-changed"}`
  | `reply-${"added" | "removed" | "address-changed" | "channel-changed"}`;

function channelOperationRule(title: string, explanation: string): Rule {
  return { area: "channel", title, explanation };
}

/** The rules about operations of AsyncAPI documents and their replies. */
export const channelOperationRules: Readonly<Record<ChannelOperationRuleId, Rule>> = {
  "channel-operation-added": channelOperationRule(
    "An operation was added to a channel",
    "If the provider receives its messages, no client uses the operation yet. If the provider " +
      "sends them on a channel that already had messages, clients get messages that they do not " +
      "know: generated clients report these as unknown, and other clients may fail.",
  ),
  "channel-operation-removed": channelOperationRule(
    "An operation was removed from a channel",
    "Clients send messages that the provider no longer reads, or wait for messages that it no " +
      "longer sends. If other operations of the channel have the same messages, only generated code " +
      "changes.",
  ),
  "channel-operation-key-renamed": channelOperationRule(
    "An operation was renamed",
    "Nothing changes on the wire. Generated code is named after the operation, so code that uses " +
      "the old name no longer compiles. Two operations are the same if they have the same action and " +
      "share a message on the same channel.",
  ),
  "channel-operation-action-changed": channelOperationRule(
    "The action of an operation changed",
    "Clients that sent must now receive, and clients that received must now send.",
  ),
  "channel-operation-channel-changed": channelOperationRule(
    "An operation was moved to another channel",
    "Existing clients still use the old channel.",
  ),
  "channel-operation-deprecated": channelOperationRule(
    "An operation of a channel was deprecated",
    "The operation still works. Name its replacement in `replacement` of `x-deprecated`.",
  ),
  "channel-operation-reactivated": channelOperationRule(
    "An operation of a channel is no longer deprecated",
    "Existing clients keep working.",
  ),
  "channel-operation-tags-changed": channelOperationRule(
    "The tags of an operation of a channel changed",
    "Tags only group the pages of the documentation.",
  ),
  "reply-added": channelOperationRule(
    "A reply was added to an operation",
    "If the provider replies, existing clients get a reply that they do not expect. If the " +
      "provider waits for a reply, existing clients do not send one.",
  ),
  "reply-removed": channelOperationRule(
    "The reply of an operation was removed",
    "If the provider replied, existing clients wait for a reply that does not come. If the " +
      "provider waited for a reply, existing clients still send one.",
  ),
  "reply-address-changed": channelOperationRule(
    "The address of a reply changed",
    "Existing clients still send the reply to the old address, or wait for it there.",
  ),
  "reply-channel-changed": channelOperationRule(
    "A reply was moved to another channel",
    "Existing clients still send the reply on the old channel, or wait for it there.",
  ),
};
