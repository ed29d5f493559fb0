import type { Rule } from "./rule.ts";

/** The id of a rule about channels and their addresses. */
export type ChannelRuleId =
  | `channel-${"added" | "removed" | "address-changed" | "key-renamed"}`
  | `channel-${"deprecated" | "reactivated" | "tags-changed"}`
  | `channel-discriminator-${"added" | "removed" | "changed"}`
  | `channel-parameter-${"added" | "removed" | "renamed" | "location-changed"}`
  | `channel-server-${"added" | "removed"}`;

function channelRule(title: string, explanation: string): Rule {
  return { area: "channel", title, explanation };
}

const onlyNames =
  "Nothing changes on the wire. Generated code uses the name, so code that uses the old name no " +
  "longer compiles.";

/** The rules about channels and their addresses. */
export const channelRules: Readonly<Record<ChannelRuleId, Rule>> = {
  "channel-added": channelRule(
    "A channel was added",
    "The channel is new, so no client can break.",
  ),
  "channel-removed": channelRule(
    "A channel was removed",
    "Clients of the channel can no longer use it. Deprecate a channel first (`x-deprecated`), and " +
      "remove it in a major version.",
  ),
  "channel-address-changed": channelRule(
    "The address of a channel changed",
    "Existing clients use the old address. The names of parameters do not matter, because only " +
      "their values are sent. Keep the old channel beside the new one until all clients have moved.",
  ),
  "channel-key-renamed": channelRule("The key of a channel was renamed", onlyNames),
  "channel-deprecated": channelRule(
    "A channel was deprecated",
    "The channel still works. Name its replacement in `replacement` of `x-deprecated`.",
  ),
  "channel-reactivated": channelRule(
    "A channel is no longer deprecated",
    "Existing clients keep working.",
  ),
  "channel-tags-changed": channelRule(
    "The tags of a channel changed",
    "Tags only group the pages of the documentation.",
  ),
  "channel-discriminator-added": channelRule(
    "The messages of a channel got a discriminator",
    "Every message of the channel now has its own constant in one property, so generated code can " +
      "tell the messages apart.",
  ),
  "channel-discriminator-removed": channelRule(
    "The messages of a channel lost their discriminator",
    "A message without a constant in the property was added, or a message lost its constant. " +
      "Generated code can no longer tell the messages apart by this property. Give every message its " +
      "own constant.",
  ),
  "channel-discriminator-changed": channelRule(
    "The discriminator of a channel's messages moved to a different property",
    "Code that reads the old property no longer compiles. The schemas of the messages are compared " +
      "separately.",
  ),
  "channel-parameter-added": channelRule(
    "A parameter was added to the address of a channel",
    "Generated code now requires a value for the parameter. The new address is reported as a " +
      "separate change.",
  ),
  "channel-parameter-removed": channelRule(
    "A parameter was removed from the address of a channel",
    "Generated code no longer accepts a value for the parameter. The new address is reported as a " +
      "separate change.",
  ),
  "channel-parameter-renamed": channelRule("A parameter of an address was renamed", onlyNames),
  "channel-parameter-location-changed": channelRule(
    "The place of a parameter in messages changed",
    "`location` says which property of a message holds the parameter's value. Clients that read it " +
      "from another property may use a wrong address.",
  ),
  "channel-server-added": channelRule(
    "A channel became available on one more server",
    "The channel is still available on its former servers.",
  ),
  "channel-server-removed": channelRule(
    "A channel is no longer available on a server",
    "Clients can no longer use the channel on this server. If the whole server was removed, this " +
      "is reported as a change of the server.",
  ),
};
