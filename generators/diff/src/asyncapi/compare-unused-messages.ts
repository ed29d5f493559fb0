import type { Channel, Contract, Message } from "@specwright/contract";
import type { Comparison } from "../comparison.ts";
import { GatheredChanges } from "../pairing/gathered-changes.ts";
import type { ContractPairing } from "../pairing/pair-channels.ts";
import { pairMessages } from "../pairing/pair-messages.ts";
import { flows, messageName, trafficOf } from "../pairing/traffic.ts";
import { compareMessage } from "./compare-message.ts";
import { placeText } from "./message-uses.ts";

/**
 * Compares the messages that no operation sends or receives. Such a message belongs to a channel, or only
 * to `components`. Generated code has types for these messages.
 */
export function compareUnusedMessages(comparison: Comparison, { channels }: ContractPairing): void {
  const changes = new GatheredChanges();
  for (const { base, revision, messages } of channels.pairs) {
    const unused = (channel: Channel) => (message: Message) =>
      flows.every((flow) => !trafficOf(channel, flow).includes(message));
    for (const message of messages.removed.filter(unused(base))) recordRemoved(changes, message);
    for (const message of messages.added.filter(unused(revision))) recordAdded(changes, message);
  }
  const outside = pairMessages(
    messagesOutside(comparison.base),
    messagesOutside(comparison.revision),
  );
  for (const pair of outside.pairs)
    compareMessage(comparison, { ...pair, isUsed: false, affects: [] });
  const isIn = ({ messages }: Contract, { id }: Message) => messages.some((each) => each.id === id);
  for (const message of outside.removed) {
    if (!isIn(comparison.revision, message)) recordRemoved(changes, message);
  }
  for (const message of outside.added) {
    if (!isIn(comparison.base, message)) recordAdded(changes, message);
  }
  changes.recordAll(comparison);
}

/** Lists the messages outside all channels. */
function messagesOutside({ messages, channels }: Contract): Message[] {
  const used = new Set(
    channels.flatMap((each) => each.messages.map(({ source }) => placeText(source))),
  );
  return messages.filter(({ source }) => !used.has(placeText(source)));
}

function recordRemoved(changes: GatheredChanges, message: Message): void {
  const name = messageName(message);
  changes.add({
    rule: "message-removed",
    class: "breaking",
    surface: "code",
    subject: { kind: "message", name },
    details: [message.id],
    base: message.source,
    message: `The unused message \`${name}\` was removed.`,
    why: "No operation uses it, but generated code had a type for it.",
  });
}

function recordAdded(changes: GatheredChanges, message: Message): void {
  const name = messageName(message);
  changes.add({
    rule: "message-added",
    class: "non-breaking",
    surface: "code",
    subject: { kind: "message", name },
    details: [message.id],
    revision: message.source,
    message: `The message \`${name}\` was added, but no operation uses it.`,
    why: "Generated code gets one more type.",
  });
}
