import type { OperationFacts } from "@specwright/spec-loader";
import type { Channel, ChannelOperation, Message } from "../model/channel.ts";
import type { Contract } from "../model/contract.ts";
import { keyedTopic, servesTopics } from "../streams/stream-kind.ts";

/**
 * The channels and operations that a filter keeps. Also contains the facts about all channels, for error
 * messages about filters.
 */
export interface FilteredChannels {
  readonly kept: Pick<Contract, "channels" | "channelOperations" | "messages">;
  readonly facts: readonly OperationFacts[];
}

/**
 * Keeps the channel operations for which `isTaken` is true, and their channels with the messages of
 * these operations. A channel without operations remains if `isTaken` is true for the channel.
 */
export function filterChannels(
  contract: Contract,
  isTaken: (facts: OperationFacts) => boolean,
): FilteredChannels {
  const all = contract.channelOperations;
  const taken = all.filter((operation) => isTaken(operationFacts(operation)));
  const busy = new Set(all.flatMap(operationChannels));
  const idle = contract.channels.filter((channel) => !busy.has(channel));
  const needed = new Set(taken.flatMap(operationChannels));
  for (const channel of idle) if (isTaken(channelFacts(channel))) needed.add(channel);
  const copies = new Map<Channel, Channel>();
  for (const channel of needed) {
    const isWhole = all.every(
      (each) => taken.includes(each) || !operationChannels(each).includes(channel),
    );
    copies.set(channel, isWhole ? channel : withMessagesOf(channel, taken));
  }
  const copyOf = (channel: Channel): Channel => copies.get(channel) ?? channel;
  const channels = contract.channels.filter((each) => needed.has(each)).map(copyOf);
  const channelOperations = taken.map((operation): ChannelOperation => {
    const { reply } = operation;
    const channel = copyOf(operation.channel);
    if (reply?.channel === undefined) return { ...operation, channel };
    return { ...operation, channel, reply: { ...reply, channel: copyOf(reply.channel) } };
  });
  const used = new Set(
    [
      ...channels.flatMap(({ messages }) => messages),
      ...channelOperations.flatMap(({ messages, reply }) => [
        ...messages,
        ...(reply?.messages ?? []),
      ]),
    ].map(messagePlace),
  );
  return {
    kept: {
      channels,
      channelOperations,
      messages: contract.messages.filter((message) => used.has(messagePlace(message))),
    },
    facts: [...all.map(operationFacts), ...idle.map(channelFacts)],
  };
}

function operationFacts({ id, tags, deprecated, channel }: ChannelOperation): OperationFacts {
  const own = channelFacts(channel);
  return {
    ids: [id, ...own.ids],
    paths: own.paths,
    tags: [...tags, ...own.tags],
    deprecated: deprecated || own.deprecated,
  };
}

function channelFacts({ id, address, tags, deprecated }: Channel): OperationFacts {
  return { ids: [id], paths: address === null ? [] : [address], tags, deprecated };
}

function operationChannels({ channel, reply }: ChannelOperation): readonly Channel[] {
  return reply?.channel === undefined ? [channel] : [channel, reply.channel];
}

/**
 * Returns a channel with only the messages of some operations. The channel also keeps the messages that its
 * rules name, because transports send and expect these messages without an operation.
 */
function withMessagesOf(channel: Channel, operations: readonly ChannelOperation[]): Channel {
  // The rules of topics can name any message, so all messages are kept.
  const ruled = new Set(
    servesTopics(channel) ? channel.messages.map(({ id }) => id) : ruleMessages(channel),
  );
  const kept = new Set(channel.messages.filter(({ id }) => ruled.has(id)));
  for (const { channel: own, messages, reply } of operations) {
    if (own === channel) for (const message of messages) kept.add(message);
    if ((reply?.channel ?? own) !== channel) continue;
    for (const message of reply?.messages ?? []) kept.add(message);
  }
  const isKept = (message: Message): boolean => kept.has(message);
  return {
    ...channel,
    messages: channel.messages.filter(isKept),
    sends: channel.sends.filter(isKept),
    receives: channel.receives.filter(isKept),
  };
}

function ruleMessages(channel: Channel): readonly string[] {
  const { heartbeats, envelope, endings, counters, resume } = channel;
  const { subscribe, unsubscribe } = keyedTopic(channel) ?? {};
  return [
    ...heartbeats.map((beat) => (beat.from === "server" ? beat.message : beat.answer)),
    ...(endings?.messages ?? []).map(({ message }) => message),
    ...[envelope?.error?.message, resume?.endOfBacklog, subscribe, unsubscribe],
    ...counters.flatMap(({ messages, repeats = [], starts = [] }) => [
      ...messages,
      ...repeats,
      ...starts,
    ]),
  ].filter((id) => id !== undefined);
}

function messagePlace({ source }: Message): string {
  return `${source.file}#${source.pointer}`;
}
