import type { Channel, ChannelOperation, Contract, Message } from "@specwright/contract";
import { addressForm } from "./address.ts";
import { pairMessages } from "./pair-messages.ts";
import { type IsSame, type Pair, type Pairing, pairItems } from "./pairing.ts";

/** A channel in both contracts, with its messages. */
export interface ChannelPair extends Pair<Channel> {
  readonly messages: Pairing<Message>;
  /** Maps each message of the base to its message in the revision. `original` is the reverse map. */
  readonly revised: ReadonlyMap<Message, Message>;
  readonly original: ReadonlyMap<Message, Message>;
}

/** The channels and operations of two contracts. */
export interface ContractPairing {
  readonly channels: Pairing<Channel, ChannelPair>;
  /** The operations of channels that both contracts have. */
  readonly operations: Pairing<ChannelOperation>;
  /** Returns the pair that contains a channel of the base or of the revision. */
  pairOf(channel: Channel): ChannelPair | undefined;
}

/** Pairs the channels of two contracts by their addresses, then by their keys. */
export function pairContracts(base: Contract, revision: Contract): ContractPairing {
  const { pairs, removed, added } = pairItems(base.channels, revision.channels, [
    (before, after) => before.id === after.id && sameAddress(before, after),
    (before, after) => before.address !== null && sameAddress(before, after),
    (before, after) => before.id === after.id,
  ]);
  const channels = pairs.map(withMessages);
  const byChannel = new Map(
    channels.flatMap((pair) => [[pair.base, pair] as const, [pair.revision, pair] as const]),
  );
  const pairOf = (channel: Channel): ChannelPair | undefined => byChannel.get(channel);
  return {
    channels: { pairs: channels, removed, added },
    operations: pairOperations(base, revision, pairOf),
    pairOf,
  };
}

const sameAddress: IsSame<Channel> = (base, revision) =>
  addressForm(base.address) === addressForm(revision.address);

function withMessages({ base, revision }: Pair<Channel>): ChannelPair {
  const messages = pairMessages(base.messages, revision.messages);
  return {
    base,
    revision,
    messages,
    revised: new Map(messages.pairs.map((pair) => [pair.base, pair.revision])),
    original: new Map(messages.pairs.map((pair) => [pair.revision, pair.base])),
  };
}

function pairOperations(
  base: Contract,
  revision: Contract,
  pairOf: ContractPairing["pairOf"],
): Pairing<ChannelOperation> {
  const onKept = ({ channelOperations }: Contract): ChannelOperation[] =>
    channelOperations.filter(({ channel }) => pairOf(channel) !== undefined);
  const sameId: IsSame<ChannelOperation> = (before, after) => before.id === after.id;
  const sameChannel: IsSame<ChannelOperation> = (before, after) =>
    pairOf(before.channel) === pairOf(after.channel);
  const sameAction: IsSame<ChannelOperation> = (before, after) =>
    sameChannel(before, after) && before.action === after.action;
  const sharesMessage: IsSame<ChannelOperation> = (before, after) =>
    before.messages.length + after.messages.length === 0 ||
    before.messages.some((message) => {
      const revised = pairOf(before.channel)?.revised.get(message);
      return revised !== undefined && after.messages.includes(revised);
    });
  return pairItems(onKept(base), onKept(revision), [
    (before, after) => sameId(before, after) && sameAction(before, after),
    (before, after) => sameAction(before, after) && sharesMessage(before, after),
    (before, after) => sameId(before, after) && sameChannel(before, after),
    sameId,
  ]);
}
