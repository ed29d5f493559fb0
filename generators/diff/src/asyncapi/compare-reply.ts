import type { ChannelOperation } from "@specwright/contract";
import type { ChangeClass } from "../changes/change.ts";
import type { ChangeDraft } from "../changes/change-draft.ts";
import type { Comparison } from "../comparison.ts";
import type { ContractPairing } from "../pairing/pair-channels.ts";
import type { Pair } from "../pairing/pairing.ts";
import { affectedBy, type Flow, flowOf, transfersOf } from "../pairing/traffic.ts";

type Verdict = Pick<ChangeDraft, "why"> & { readonly class: ChangeClass };

const added: Readonly<Record<Flow, Verdict>> = {
  request: {
    class: "breaking",
    why: "The provider now waits for a reply that existing clients do not send.",
  },
  response: {
    class: "potentially-breaking",
    why:
      "Clients get a reply that they do not expect. Generated clients pass it to the application; " +
      "other clients may fail.",
  },
};

const removed: Readonly<Record<Flow, Verdict>> = {
  request: {
    class: "potentially-breaking",
    why: "Clients still send the reply, and the contract does not say what the provider does with it.",
  },
  response: {
    class: "breaking",
    why: "Clients wait for a reply that the provider no longer sends.",
  },
};

/** Compares the replies of an operation, without their messages. */
export function compareReply(
  comparison: Comparison,
  { pairOf }: ContractPairing,
  { base, revision }: Pair<ChannelOperation>,
): void {
  if (base.action !== revision.action) return;
  const [before, after] = [base.reply, revision.reply];
  const flow: Flow = flowOf(revision) === "request" ? "response" : "request";
  const draft = {
    surface: "wire",
    direction: flow,
    subject: { kind: "operation", name: revision.id, path: "reply" },
    base: base.source,
    revision: revision.source,
    affects: transfersOf(after === undefined ? base : revision)
      .filter(({ isReply }) => isReply)
      .map(({ channel, message }) => affectedBy(channel, message, flow)),
  } as const;
  const name = `The reply of the operation \`${revision.id}\``;
  if (before === undefined || after === undefined) {
    if (before === after) return;
    const isAdded = before === undefined;
    comparison.record({
      ...draft,
      rule: isAdded ? "reply-added" : "reply-removed",
      ...(isAdded ? added : removed)[flow],
      message: `${name} was ${isAdded ? "added" : "removed"}.`,
    });
    return;
  }
  const why =
    flow === "response"
      ? "Clients wait for the reply in the old place."
      : "Clients send the reply to the old place.";
  if (before.address !== after.address) {
    comparison.record({
      ...draft,
      rule: "reply-address-changed",
      class: "breaking",
      details: [before.address ?? null, after.address ?? null],
      message: `The address of the reply of the operation \`${revision.id}\` is now ${addressText(after.address)}; it was ${addressText(before.address)}.`,
      why,
    });
  }
  const [oldChannel, newChannel] = [
    before.channel ?? base.channel,
    after.channel ?? revision.channel,
  ];
  if (pairOf(oldChannel) === pairOf(newChannel) && pairOf(newChannel) !== undefined) return;
  comparison.record({
    ...draft,
    rule: "reply-channel-changed",
    class: "breaking",
    details: [oldChannel.id, newChannel.id],
    message: `${name} is on the channel \`${newChannel.id}\`; it was on \`${oldChannel.id}\`.`,
    why,
  });
}

function addressText(address: string | undefined): string {
  return address === undefined ? "not declared" : `at \`${address}\``;
}
