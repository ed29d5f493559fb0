// The messages of a channel by their flow, seen from the provider.

import type { Channel, ChannelOperation, Message } from "@specwright/contract";
import type { Affected } from "../changes/change.ts";

/** What the provider does with a message: it reads a request, and writes a response. */
export type Flow = Affected["direction"];

/** Both flows. */
export const flows: readonly Flow[] = ["request", "response"];

/** A message that an operation sends or receives, on the channel where it does. */
export interface Transfer {
  readonly channel: Channel;
  readonly message: Message;
  readonly flow: Flow;
  /** Whether it belongs to the reply of the operation. */
  readonly isReply: boolean;
}

/** Returns the flow of the messages of an operation; its replies have the other one. */
export function flowOf({ action }: ChannelOperation): Flow {
  return action === "receive" ? "request" : "response";
}

/** Lists what an operation sends and receives. */
export function transfersOf(operation: ChannelOperation): Transfer[] {
  const { channel, messages, reply } = operation;
  const flow = flowOf(operation);
  const own = messages.map((message) => ({ channel, message, flow, isReply: false }));
  if (reply === undefined) return own;
  const answers = reply.messages.map(
    (message): Transfer => ({
      channel: reply.channel ?? channel,
      message,
      flow: flow === "request" ? "response" : "request",
      isReply: true,
    }),
  );
  return [...own, ...answers];
}

/** Returns the messages of one flow of a channel, over all its operations. */
export function trafficOf(channel: Channel, flow: Flow): readonly Message[] {
  return flow === "request" ? channel.receives : channel.sends;
}

/** Returns what a reader of changes calls a message. */
export function messageName({ name, id }: Message): string {
  return name ?? id;
}

/** Returns what a reader of changes calls one flow of a channel. */
export function flowName(channel: Channel, flow: Flow): string {
  return `${flow === "request" ? "receive" : "send"} ${channel.id}`;
}

/** Describes what a change of a message reaches on a channel. */
export function affectedBy(channel: Channel, message: Message, flow: Flow): Affected {
  return {
    operation: flowName(channel, flow),
    part: `message ${messageName(message)}`,
    direction: flow,
  };
}

/** Describes what a change of a channel reaches: all that flows on it. */
export function affectedFlows(channel: Channel, part: string): Affected[] {
  return flows
    .filter((flow) => trafficOf(channel, flow).length > 0)
    .map((flow) => ({ operation: flowName(channel, flow), part, direction: flow }));
}
