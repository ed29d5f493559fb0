import type { Channel, ChannelOperation, Message } from "../model/channel.ts";
import type { Contract } from "../model/contract.ts";
import type { Declaration } from "../model/schema.ts";

/**
 * Replaces the declarations of messages and of channel parameters. If several operations share a message or
 * a channel, they also share its copy.
 */
export function replaceInChannels(
  { messages, channels, channelOperations }: Contract,
  by: (declaration: Declaration) => Declaration,
): Pick<Contract, "messages" | "channels" | "channelOperations"> {
  const messageOf = cacheCopies(
    ({ payload, headers, key, ...message }: Message): Message => ({
      ...message,
      ...(payload && { payload: by(payload) }),
      ...(headers && { headers: by(headers) }),
      ...(key && { key: by(key) }),
    }),
  );
  const channelOf = cacheCopies(
    (channel: Channel): Channel => ({
      ...channel,
      messages: channel.messages.map(messageOf),
      sends: channel.sends.map(messageOf),
      receives: channel.receives.map(messageOf),
      parameterGroups: channel.parameterGroups.map((group) => ({
        ...group,
        declaration: by(group.declaration),
      })),
    }),
  );
  const operationOf = ({ reply, ...operation }: ChannelOperation): ChannelOperation => ({
    ...operation,
    channel: channelOf(operation.channel),
    messages: operation.messages.map(messageOf),
    ...(reply && {
      reply: {
        ...reply,
        messages: reply.messages.map(messageOf),
        ...(reply.channel && { channel: channelOf(reply.channel) }),
      },
    }),
  });
  return {
    messages: messages.map(messageOf),
    channels: channels.map(channelOf),
    channelOperations: channelOperations.map(operationOf),
  };
}

function cacheCopies<Part extends object>(copy: (part: Part) => Part): (part: Part) => Part {
  const known = new Map<Part, Part>();
  return (part) => {
    const made = known.get(part) ?? copy(part);
    known.set(part, made);
    return made;
  };
}
