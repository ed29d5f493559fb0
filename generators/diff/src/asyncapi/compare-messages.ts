import type { ChannelOperation, Message } from "@specwright/contract";
import type { Comparison } from "../comparison.ts";
import { GatheredChanges } from "../pairing/gathered-changes.ts";
import type { ContractPairing } from "../pairing/pair-channels.ts";
import type { Pair } from "../pairing/pairing.ts";
import { affectedBy, messageName, type Transfer, transfersOf } from "../pairing/traffic.ts";
import { compareMessage } from "./compare-message.ts";
import { compareUnusedMessages } from "./compare-unused-messages.ts";
import { messageUses } from "./message-uses.ts";
import { wasInTraffic, willBeInTraffic } from "./traffic-changes.ts";

/** Compares which messages each operation has, and then the messages themselves. */
export function compareMessages(comparison: Comparison, pairing: ContractPairing): void {
  const changes = new GatheredChanges();
  for (const pair of pairing.operations.pairs) compareTransfers(changes, pairing, pair);
  changes.recordAll(comparison);
  for (const uses of messageUses(pairing)) compareMessage(comparison, uses);
  compareUnusedMessages(comparison, pairing);
}

/**
 * Reports messages that were added to an operation or removed from it. Ignores the messages of a reply if
 * the whole reply was added or removed.
 */
function compareTransfers(
  changes: GatheredChanges,
  pairing: ContractPairing,
  { base, revision }: Pair<ChannelOperation>,
): void {
  if (base.action !== revision.action) return;
  const keepsReply = base.reply !== undefined && revision.reply !== undefined;
  const kept = ({ isReply }: Transfer): boolean => keepsReply || !isReply;
  const before = transfersOf(base).filter(kept);
  const after = transfersOf(revision).filter(kept);
  const has = (list: readonly Transfer[], message: Message | undefined, { flow }: Transfer) =>
    list.some((each) => each.message === message && each.flow === flow);
  for (const transfer of before) {
    const revised = pairing.pairOf(transfer.channel)?.revised.get(transfer.message);
    if (has(after, revised, transfer)) continue;
    recordRemoved(changes, transfer, willBeInTraffic(pairing, transfer));
  }
  for (const transfer of after) {
    const original = pairing.pairOf(transfer.channel)?.original.get(transfer.message);
    if (has(before, original, transfer)) continue;
    recordAdded(changes, transfer, wasInTraffic(pairing, transfer));
  }
}

function recordRemoved(changes: GatheredChanges, transfer: Transfer, remains: boolean): void {
  const { channel, message, flow } = transfer;
  const name = messageName(message);
  const isRead = flow === "request" && !remains;
  changes.add({
    rule: "message-removed",
    class: "breaking",
    surface: isRead ? "wire" : "code",
    direction: flow,
    subject: { kind: "message", name },
    details: [message.id, remains],
    base: message.source,
    affects: [affectedBy(channel, message, flow)],
    message: remains
      ? `The message \`${name}\` was moved out of an operation.`
      : `The provider no longer ${flow === "request" ? "accepts" : "sends"} the message \`${name}\`.`,
    why: remains
      ? "Another operation of the channel still has it, but the types of generated code change."
      : isRead
        ? "The server rejects clients that send it."
        : "Clients get no new messages, but generated code no longer has its type.",
  });
}

function recordAdded(changes: GatheredChanges, transfer: Transfer, wasThere: boolean): void {
  const { channel, message, flow } = transfer;
  const name = messageName(message);
  const isRead = flow === "request";
  changes.add({
    rule: "message-added",
    class: isRead || wasThere ? "non-breaking" : "potentially-breaking",
    surface: wasThere ? "code" : "wire",
    direction: flow,
    subject: { kind: "message", name },
    details: [message.id, wasThere],
    revision: message.source,
    affects: [affectedBy(channel, message, flow)],
    message: wasThere
      ? `The message \`${name}\` was moved into an operation.`
      : `The provider now ${isRead ? "accepts" : "sends"} the message \`${name}\`.`,
    why: wasThere
      ? "The channel already had it."
      : isRead
        ? "Clients do not have to send it."
        : "Existing clients do not know it. Generated clients report it as unknown; clients that accept " +
          "only known messages fail.",
  });
}
