import type { Channel } from "@specwright/contract";
import type { ChangeDraft } from "../changes/change-draft.ts";
import type { Comparison } from "../comparison.ts";
import { channelExtensions } from "../extensions/compare-extensions.ts";
import { announcedRemoval, hasEnded, sunsetOf } from "../lifecycle/sunset.ts";
import { addressForm } from "../pairing/address.ts";
import type { ChannelPair, ContractPairing } from "../pairing/pair-channels.ts";
import type { Pair } from "../pairing/pairing.ts";
import { affectedFlows } from "../pairing/traffic.ts";
import { announcementText } from "./announcement.ts";
import { compareBindings } from "./compare-bindings.ts";
import { compareChannelParameters } from "./compare-channel-parameters.ts";
import { compareChannelServers } from "./compare-channel-servers.ts";
import { compareConnectionParameters } from "./compare-connection-parameters.ts";
import { compareNotes } from "./compare-notes.ts";

/** Compares the channels of two contracts, without their messages and operations. */
export function compareChannels(comparison: Comparison, { channels }: ContractPairing): void {
  for (const channel of channels.removed) recordRemoved(comparison, channel);
  for (const channel of channels.added) recordAdded(comparison, channel);
  for (const pair of channels.pairs) compareChannel(comparison, pair);
}

function recordRemoved(comparison: Comparison, channel: Channel): void {
  const { id, source } = channel;
  const sunset = sunsetOf(channel);
  comparison.record({
    rule: "channel-removed",
    class: "breaking",
    surface: "wire",
    subject: { kind: "channel", name: id },
    base: source,
    affects: affectedFlows(channel, "channel"),
    ...(sunset && { sunset: sunset.text }),
    message: `The channel \`${id}\` was removed${announcementText(channel)}.`,
    why: "Its clients can no longer use it.",
    ...(hasEnded(channel, comparison.settings.today) && announcedRemoval),
  });
}

function recordAdded(comparison: Comparison, channel: Channel): void {
  const { id, source } = channel;
  comparison.record({
    rule: "channel-added",
    class: "non-breaking",
    surface: "wire",
    subject: { kind: "channel", name: id },
    revision: source,
    affects: affectedFlows(channel, "channel"),
    message: `The channel \`${id}\` was added.`,
    why: "No client uses it yet.",
  });
}

function compareChannel(comparison: Comparison, pair: ChannelPair): void {
  const { base, revision } = pair;
  compareAddress(comparison, pair);
  compareKey(comparison, pair);
  compareDiscriminator(comparison, pair);
  compareChannelParameters(comparison, pair);
  compareConnectionParameters(comparison, pair);
  compareChannelServers(comparison, pair);
  compareNotes(comparison, pair, {
    rule: "channel",
    name: `the channel \`${revision.id}\``,
    subject: { kind: "channel", name: revision.id },
    affects: affectedFlows(revision, "channel"),
    knownExtensions: channelExtensions,
  });
  compareBindings(comparison, {
    level: "channel",
    base,
    revision,
    subject: { kind: "channel", name: revision.id },
    name: `the channel \`${revision.id}\``,
    affects: affectedFlows(revision, "bindings"),
    addresses: [base.address, revision.address],
  });
}

function compareAddress(comparison: Comparison, { base, revision }: Pair<Channel>): void {
  if (addressForm(base.address) === addressForm(revision.address)) return;
  const isKnown = base.address !== null && revision.address !== null;
  const addressText = (address: string | null): string =>
    address === null ? "known only at run time" : `\`${address}\``;
  comparison.record({
    ...channelChange({ base, revision }),
    rule: "channel-address-changed",
    class: isKnown ? "breaking" : "potentially-breaking",
    surface: "wire",
    details: [base.address, revision.address],
    message: `The address of the channel \`${revision.id}\` is now ${addressText(revision.address)}; it was ${addressText(base.address)}.`,
    why: isKnown
      ? "Clients still use the old address."
      : "The contract does not say whether the address stays the same.",
  });
}

function compareKey(comparison: Comparison, { base, revision }: Pair<Channel>): void {
  // In AsyncAPI 2 the key of a channel is its address. The parameters of addresses are compared elsewhere.
  if (addressForm(base.id) === addressForm(revision.id)) return;
  comparison.record({
    ...channelChange({ base, revision }),
    rule: "channel-key-renamed",
    class: "breaking",
    surface: "code",
    subject: { kind: "channel", name: base.id },
    details: [revision.id],
    message: `The key of the channel \`${base.id}\` is now \`${revision.id}\`.`,
    why: "Generated code uses the key. Nothing changes on the wire.",
  });
}

function compareDiscriminator(comparison: Comparison, { base, revision }: Pair<Channel>): void {
  const [before, after] = [discriminatorOf(base), discriminatorOf(revision)];
  if (before === after || base.messages.length === 0 || revision.messages.length === 0) return;
  const name = `the messages of the channel \`${revision.id}\``;
  const draft = { ...channelChange({ base, revision }), surface: "code" } as const;
  if (before === undefined) {
    comparison.record({
      ...draft,
      rule: "channel-discriminator-added",
      class: "non-breaking",
      details: [after ?? null],
      message: `The property \`${after}\` now distinguishes ${name}.`,
      why: "Generated code could not distinguish them before.",
    });
    return;
  }
  comparison.record({
    ...draft,
    rule: after === undefined ? "channel-discriminator-removed" : "channel-discriminator-changed",
    class: "breaking",
    details: [before, after ?? null],
    message:
      after === undefined
        ? `The property \`${before}\` no longer distinguishes ${name}.`
        : `The property \`${after}\` now distinguishes ${name}; it was \`${before}\`.`,
    why: `Code that reads \`${before}\` to find the type of a message no longer compiles.`,
  });
}

function discriminatorOf({ messages }: Channel): string | undefined {
  return messages.find(({ discriminator }) => discriminator)?.discriminator?.property;
}

function channelChange({
  base,
  revision,
}: Pair<Channel>): Pick<ChangeDraft, "subject" | "base" | "revision" | "affects"> {
  return {
    subject: { kind: "channel", name: revision.id },
    base: base.source,
    revision: revision.source,
    affects: affectedFlows(revision, "channel"),
  };
}
