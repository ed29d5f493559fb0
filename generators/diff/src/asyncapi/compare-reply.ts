import type { ChannelOperation } from "@specwright/contract";
import type { ChangeClass } from "../changes/change.ts";
import type { ChangeDraft } from "../changes/change-draft.ts";
import type { Comparison } from "../comparison.ts";
import type { ContractPairing } from "../pairing/pair-channels.ts";
import type { Pair } from "../pairing/pairing.ts";
import { affectedBy, type Flow, flowOf, transfersOf } from "../pairing/traffic.ts";

type Verdict = Pick<ChangeDraft, "why"> & { readonly class: ChangeClass };

/** What a new reply means, by the flow of the reply. */
const added: Readonly<Record<Flow, Verdict>> = {
  request: {
    class: "breaking",
    why: "The provider now waits for an answer that clients do not send.",
  },
  response: {
    class: "potentially-breaking",
    why:
      "Clients get an answer that they do not expect. Generated clients hand it to their caller; " +
      "others may fail.",
  },
};

/** What a removed reply means, by the flow of the reply. */
const removed: Readonly<Record<Flow, Verdict>> = {
  request: {
    class: "potentially-breaking",
    why: "Clients go on answering, and nothing says what the provider does with the answer.",
  },
  response: { class: "breaking", why: "Clients wait for an answer that does not come any more." },
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
      ? "Clients wait for the answer where it used to come."
      : "Clients send the answer where the provider used to wait for it.";
  if (before.address !== after.address) {
    comparison.record({
      ...draft,
      rule: "reply-address-changed",
      class: "breaking",
      details: [before.address ?? null, after.address ?? null],
      message: `${name} goes to the address at ${placeName(after.address)}; it was ${placeName(before.address)}.`,
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

function placeName(address: string | undefined): string {
  return address === undefined ? "no stated place" : `\`${address}\``;
}
