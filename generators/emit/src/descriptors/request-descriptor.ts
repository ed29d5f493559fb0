// Prints the requests of a channel. Their replies arrive on the same connection.

import {
  type Channel,
  type ChannelOperation,
  isOnSameConnection,
  type Message,
  servesTopics,
  streamChannels,
  streamRequests,
  undeclaredCorrelation,
} from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { list, type Printable } from "../print/printable.ts";
import { descriptorDiagnostics } from "./diagnostics.ts";
import { typeIn } from "./envelope-descriptor.ts";
import { printRule } from "./object-literal.ts";

/** Prints the requests of a channel; returns undefined if it has none. */
export function printRequests(context: EmitContext, channel: Channel): Printable | undefined {
  const requests = streamRequests(context.contract, channel);
  if (requests.length === 0) return undefined;
  return list(
    "[",
    requests.map(({ operation, messages, replies, correlation }) => {
      const type = correlation && typeIn(context, messages, correlation.request);
      return printRule({
        name: context.names.request(operation),
        messages: messages.map(({ id }) => id),
        replies: replies.map(({ id }) => id),
        correlation: correlation && { ...correlation, as: type === "string" ? undefined : type },
      });
    }),
    "]",
  );
}

/**
 * Reports three problems: a correlation id that the payload does not declare, replies that can only be
 * matched to requests by their order, and replies for which no method waits.
 */
export function reportReplies({ contract, report }: EmitContext): void {
  const channels = new Set(streamChannels(contract));
  const reported = new Set<Message>();
  for (const operation of contract.channelOperations) {
    const { id, channel, reply, source } = operation;
    if (reply === undefined) continue;
    const request = streamRequests(contract, channel).find((one) => one.operation === operation);
    const reason = uncarriedReason(operation, channels.has(channel), request !== undefined);
    if (reason !== undefined) {
      report({
        ...descriptorDiagnostics.REPLY_NOT_CARRIED,
        code: "REPLY_NOT_CARRIED",
        message: `No method waits for the reply of operation "${id}": ${reason}.`,
        source,
      });
      continue;
    }
    if (request === undefined) continue;
    for (const message of [...request.messages, ...request.replies]) {
      const pointer = undeclaredCorrelation(message);
      if (pointer === undefined || reported.has(message)) continue;
      reported.add(message);
      report({
        ...descriptorDiagnostics.CORRELATION_UNDECLARED,
        code: "CORRELATION_UNDECLARED",
        message: `The payload of message "${message.id}" does not declare \`${pointer}\`, the place of its correlation id.`,
        source: message.source,
      });
    }
    if (request.correlation === undefined) {
      report({
        ...descriptorDiagnostics.REPLY_IN_ORDER,
        code: "REPLY_IN_ORDER",
        message: `Requests and replies of operation "${id}" have no correlation id in their payloads; the client expects replies in the order of the requests.`,
        source,
      });
    }
  }
}

/**
 * Returns the reason why no method waits for the reply of an operation. Returns undefined if a method waits
 * for it.
 */
function uncarriedReason(
  operation: ChannelOperation,
  isStream: boolean,
  hasMethod: boolean,
): string | undefined {
  if (!isStream) return "there is no client for the protocol of its channel";
  if (operation.action === "send") return "the client sends it, to a request of the server";
  if (!isOnSameConnection(operation)) return "it comes on another channel than its request";
  if (hasMethod || !servesTopics(operation.channel)) return undefined;
  return "the feed sends the request by itself, or no rule of `match` in `x-envelope` matches the reply";
}
