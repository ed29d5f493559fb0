// Lists the messages of a channel by direction, from the provider's point of view.

import type { Channel, ChannelOperation, Message } from "@specwright/contract";
import type { Affected } from "../changes/change.ts";

/** The direction of a message: the provider reads a request and writes a response. */
export type Flow = Affected["direction"];

export const flows: readonly Flow[] = ["request", "response"];

/** A message that an operation sends or receives, with its channel. */
export interface Transfer {
  readonly channel: Channel;
  readonly message: Message;
  readonly flow: Flow;
  /** Whether the message belongs to the reply of the operation. */
  readonly isReply: boolean;
}

/** Returns the direction of an operation's messages. A reply has the opposite direction. */
export function flowOf({ action }: ChannelOperation): Flow {
  return action === "receive" ? "request" : "response";
}

/** Lists the messages of an operation and of its reply. */
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

/** Returns the messages of all operations of a channel in one direction. */
export function trafficOf(channel: Channel, flow: Flow): readonly Message[] {
  return flow === "request" ? channel.receives : channel.sends;
}

/** Returns the name of a message for reports. */
export function messageName({ name, id }: Message): string {
  return name ?? id;
}

/** Returns the name of a channel's direction for reports: `receive orders`. */
export function flowName(channel: Channel, flow: Flow): string {
  return `${flow === "request" ? "receive" : "send"} ${channel.id}`;
}

/** Returns the affected part that a change of a message on a channel reports. */
export function affectedBy(channel: Channel, message: Message, flow: Flow): Affected {
  return {
    operation: flowName(channel, flow),
    part: `message ${messageName(message)}`,
    direction: flow,
  };
}

/** Returns the affected parts that a change of a channel reports: each direction that has messages. */
export function affectedFlows(channel: Channel, part: string): Affected[] {
  return flows
    .filter((flow) => trafficOf(channel, flow).length > 0)
    .map((flow) => ({ operation: flowName(channel, flow), part, direction: flow }));
}
