import type { Rule } from "./rule.ts";

/** The id of a rule about channels and their addresses. */
export type ChannelRuleId =
  | `channel-${"added" | "removed" | "address-changed" | "key-renamed"}`
  | `channel-${"deprecated" | "reactivated" | "tags-changed"}`
  | `channel-discriminator-${"added" | "removed" | "changed"}`
  | `channel-parameter-${"added" | "removed" | "renamed" | "location-changed"}`
  | `channel-server-${"added" | "removed"}`;

function rule(title: string, explanation: string): Rule {
  return { area: "channel", title, explanation };
}

const onlyNames =
  "Nothing changes on the wire. Generated code is named after it, so that code that uses the old name " +
  "no longer compiles.";

/** The rules about channels and their addresses. */
export const channelRules: Readonly<Record<ChannelRuleId, Rule>> = {
  "channel-added": rule("A channel was added", "Nobody uses it yet, so that it breaks nobody."),
  "channel-removed": rule(
    "A channel was removed",
    "Whoever uses it finds nothing there. Deprecate it first (`x-deprecated`), and remove it in a " +
      "major version.",
  ),
  "channel-address-changed": rule(
    "The address of a channel changed",
    "Clients use the old address. Names of parameters do not matter, since only their values are " +
      "sent. Keep the old channel beside the new one until nobody uses it.",
  ),
  "channel-key-renamed": rule("The key of a channel was renamed", onlyNames),
  "channel-deprecated": rule(
    "A channel was deprecated",
    "It still works. Tell its users what replaces it (`replacement` in `x-deprecated`).",
  ),
  "channel-reactivated": rule("A channel is no longer deprecated", "It works as before."),
  "channel-tags-changed": rule(
    "The tags of a channel changed",
    "Tags only group what the documentation shows.",
  ),
  "channel-discriminator-added": rule(
    "A member tells the messages of a channel apart",
    "Every message of the channel has its own constant in the member, so that generated code can tell " +
      "them apart. It could not before.",
  ),
  "channel-discriminator-removed": rule(
    "No member tells the messages of a channel apart any more",
    "A message without a constant in the member was added, or one lost it. Generated code can no " +
      "longer tell the messages apart by it. Give every message its own constant.",
  ),
  "channel-discriminator-changed": rule(
    "Another member tells the messages of a channel apart",
    "Code that decides by the old member no longer compiles. What the messages look like is compared " +
      "for each of them.",
  ),
  "channel-parameter-added": rule(
    "A parameter was added to the address of a channel",
    "Generated code asks for its value. That the address changed is a change of its own.",
  ),
  "channel-parameter-removed": rule(
    "A parameter was removed from the address of a channel",
    "Generated code no longer takes a value. That the address changed is a change of its own.",
  ),
  "channel-parameter-renamed": rule("A parameter of an address was renamed", onlyNames),
  "channel-parameter-location-changed": rule(
    "The place of a parameter in messages changed",
    "`location` says which member of a message has the value of the parameter. Clients that take it " +
      "from another member may use another address.",
  ),
  "channel-server-added": rule(
    "A channel became available on one more server",
    "The servers that had it before still have it.",
  ),
  "channel-server-removed": rule(
    "A channel is no longer available on a server",
    "Clients that use it on this server find nothing there. That a server was removed altogether is " +
      "a change of the server.",
  ),
};
