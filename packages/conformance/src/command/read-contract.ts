import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { ChannelOptions } from "../contract/channel-suite.ts";
import { type ContractFlags, usageError } from "./read-flags.ts";

/** The channel to test, as the document describes it. */
export type ContractChannel = Required<Pick<ChannelOptions, "channel" | "parameters" | "examples">>;

/**
 * Loads a contract, and finds the channel to test.
 *
 * @throws ConformanceError `bad_usage` for a document with errors or without a WebSocket channel, for an
 * unknown channel, and if several channels are possible and none was named.
 */
export async function readContract({
  contract,
  perspective,
  channel: wanted,
  parameters,
}: ContractFlags): Promise<ContractChannel> {
  // The loader of documents is large, and the built-in contract does not need it.
  const { loadChannels, CliError } = await import("@specwright/cli/api");
  const loaded = await loadChannels(contract, { perspective }).catch((cause: unknown) => {
    if (!(cause instanceof CliError)) throw cause;
    throw usageError(`${cause.message}\n${cause.fix}`, cause);
  });
  const all = loaded.map(
    (one): ContractChannel => ({
      channel: one.descriptor as ChannelDescriptor,
      parameters: { ...one.parameters, ...parameters },
      examples: one.topics,
    }),
  );
  const known = all.map(({ channel }) => channel.id).join(", ");
  if (known === "") throw usageError(`${contract} has no WebSocket channel`);
  const open = all.filter(({ channel }) => isOpen(channel));
  const [first, second] =
    wanted === undefined
      ? open.length > 0
        ? open
        : all
      : all.filter(({ channel }) => channel.id === wanted);
  if (first === undefined) throw usageError(`Unknown channel "${wanted}". Channels: ${known}.`);
  if (second !== undefined)
    throw usageError(`missing channel: pass --channel with one of ${known}`);
  return first;
}

/**
 * Reports whether a channel can be judged. Private topics are not judged, so a channel with topics must
 * have a public topic.
 */
function isOpen({ feed }: ChannelDescriptor): boolean {
  const topics = Object.values(feed?.subscription.topics ?? {});
  return feed === undefined || topics.some((topic) => topic.private !== true);
}
