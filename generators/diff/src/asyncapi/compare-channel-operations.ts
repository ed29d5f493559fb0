import type { ChannelOperation } from "@specwright/contract";
import type { Affected } from "../changes/change.ts";
import type { ChangeDraft } from "../changes/change-draft.ts";
import type { Comparison } from "../comparison.ts";
import { announcedRemoval, hasEnded, sunsetOf } from "../lifecycle/sunset.ts";
import type { ContractPairing } from "../pairing/pair-channels.ts";
import type { Pair } from "../pairing/pairing.ts";
import {
  affectedBy,
  type Flow,
  flowName,
  flowOf,
  trafficOf,
  transfersOf,
} from "../pairing/traffic.ts";
import { announcementText } from "./announcement.ts";
import { compareBindings } from "./compare-bindings.ts";
import { compareNotes } from "./compare-notes.ts";
import { compareReply } from "./compare-reply.ts";
import { wasInTraffic, willBeInTraffic } from "./traffic-changes.ts";

/** Compares the operations of two contracts, without their messages. */
export function compareChannelOperations(comparison: Comparison, pairing: ContractPairing): void {
  const { operations } = pairing;
  for (const operation of operations.removed) recordRemoved(comparison, pairing, operation);
  for (const operation of operations.added) recordAdded(comparison, pairing, operation);
  for (const pair of operations.pairs) compareOperation(comparison, pairing, pair);
}

function recordRemoved(
  comparison: Comparison,
  pairing: ContractPairing,
  operation: ChannelOperation,
): void {
  const { id, messages, source } = operation;
  const sunset = sunsetOf(operation);
  const flow = flowOf(operation);
  const after = pairing.pairOf(operation.channel)?.revision;
  const isGone =
    messages.length === 0
      ? after !== undefined && trafficOf(after, flow).length === 0
      : transfersOf(operation).some((transfer) => !willBeInTraffic(pairing, transfer));
  comparison.record({
    rule: "channel-operation-removed",
    class: "breaking",
    surface: isGone ? "wire" : "code",
    direction: flow,
    subject: { kind: "operation", name: id },
    base: source,
    affects: affectedParts(operation),
    ...(sunset && { sunset: sunset.text }),
    message: `The operation \`${id}\` was removed${announcementText(operation)}.`,
    why: isGone ? removed[flow] : stillThere,
    ...(hasEnded(operation, comparison.settings.today) && announcedRemoval),
  });
}

const removed: Readonly<Record<Flow, string>> = {
  request: "Clients still send messages, but the provider no longer reads them.",
  response: "Clients wait for messages that the provider no longer sends.",
};
const stillThere =
  "The channel still has its messages, but generated code no longer has a function for it.";

function recordAdded(
  comparison: Comparison,
  pairing: ContractPairing,
  operation: ChannelOperation,
): void {
  const { id, source } = operation;
  const flow = flowOf(operation);
  const isNew = transfersOf(operation).some((transfer) => !wasInTraffic(pairing, transfer));
  const before = pairing.pairOf(operation.channel)?.base;
  const meetsReaders =
    isNew && flow === "response" && before !== undefined && before.sends.length > 0;
  comparison.record({
    rule: "channel-operation-added",
    class: meetsReaders ? "potentially-breaking" : "non-breaking",
    surface: isNew ? "wire" : "code",
    direction: flow,
    subject: { kind: "operation", name: id },
    revision: source,
    affects: affectedParts(operation),
    message: `The operation \`${id}\` was added.`,
    why: meetsReaders
      ? "Clients of the channel get messages that they do not know. Generated clients report them as " +
        "unknown; other clients may fail."
      : isNew
        ? "No client uses it yet."
        : "The channel already had its messages.",
  });
}

function compareOperation(
  comparison: Comparison,
  pairing: ContractPairing,
  pair: Pair<ChannelOperation>,
): void {
  const { base, revision } = pair;
  const draft = operationChange(pair);
  const name = `The operation \`${revision.id}\``;
  if (base.id !== revision.id) {
    comparison.record({
      ...draft,
      rule: "channel-operation-key-renamed",
      class: "breaking",
      surface: "code",
      subject: { kind: "operation", name: base.id },
      details: [revision.id],
      message: `The operation \`${base.id}\` is now named \`${revision.id}\`.`,
      why: "Generated code uses the name. Nothing changes on the wire.",
    });
  }
  if (base.action !== revision.action) recordAction(comparison, pair);
  if (pairing.pairOf(base.channel) !== pairing.pairOf(revision.channel)) {
    comparison.record({
      ...draft,
      rule: "channel-operation-channel-changed",
      class: "breaking",
      surface: "wire",
      details: [base.channel.id, revision.channel.id],
      message: `${name} is now on the channel \`${revision.channel.id}\`; it was on \`${base.channel.id}\`.`,
      why: "Clients still use the old channel.",
    });
  }
  compareReply(comparison, pairing, pair);
  compareNotes(comparison, pair, {
    rule: "channel-operation",
    name: `the operation \`${revision.id}\``,
    subject: draft.subject,
    affects: affectedParts(revision),
  });
  compareBindings(comparison, {
    level: "operation",
    base,
    revision,
    subject: draft.subject,
    name: `the operation \`${revision.id}\``,
    affects: affectedParts(revision),
    addresses: [base.channel.address, revision.channel.address],
  });
}

function recordAction(comparison: Comparison, pair: Pair<ChannelOperation>): void {
  const { base, revision } = pair;
  comparison.record({
    ...operationChange(pair),
    rule: "channel-operation-action-changed",
    class: "breaking",
    surface: "wire",
    direction: "both",
    details: [base.action, revision.action],
    message: `The action of the operation \`${revision.id}\` is now \`${revision.action}\`; it was \`${base.action}\`.`,
    why: "Clients that sent must now receive, and clients that received must now send.",
  });
}

function operationChange(
  pair: Pair<ChannelOperation>,
): Pick<ChangeDraft, "subject" | "base" | "revision" | "affects" | "direction"> {
  const { base, revision } = pair;
  return {
    subject: { kind: "operation", name: revision.id },
    base: base.source,
    revision: revision.source,
    direction: flowOf(revision),
    affects: affectedParts(revision),
  };
}

function affectedParts(operation: ChannelOperation): Affected[] {
  const transfers = transfersOf(operation);
  if (transfers.length === 0) {
    const flow = flowOf(operation);
    const label = flowName(operation.channel, flow);
    return [{ operation: label, part: "operation", direction: flow }];
  }
  return transfers.map(({ channel, message, flow }) => affectedBy(channel, message, flow));
}
