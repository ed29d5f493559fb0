// Serves the channels of a document. Sends sample messages at an interval, and a reply to each request.

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Channel } from "@specwright/contract";
import type { ChannelParameters } from "@specwright/runtime";
import type { ChannelDescriptor, ServerStream } from "@specwright/runtime/codegen";
import type { MessageDescriptor } from "@specwright/runtime/transport";
import { createStreamServer, FeedServerError, silentLogger } from "@specwright/streams/server";
import { messageSamples } from "./message-samples.ts";
import { type MockedFeed, mockFeed } from "./mock-feed.ts";
import type { MockedDocument } from "./mocked-document.ts";
import { createNumbering } from "./numbering.ts";
import { serveKeys } from "./serve-keys.ts";
import { uncheckedChannel } from "./unchecked.ts";

export interface MockChannelsOptions {
  readonly seed: number | undefined;
  /** The time between two messages, in milliseconds. */
  readonly intervalMs: number;
  /** Called once for each message or channel that cannot be served. */
  readonly onUnsent: (what: string) => void;
  /**
   * Whether to check the credentials, parameters and messages of clients. If false, messages are checked
   * only if nothing but their schemas distinguishes them.
   */
  readonly checks: boolean;
  /** Returns the time to wait before the next reply, in milliseconds. */
  readonly delayMs: () => number;
}

/** The channels that the mock serves, and their server. */
export interface MockedChannels {
  readonly channels: readonly ChannelDescriptor[];
  attach(server: Server): void;
  /** Answers an HTTP request. Serves order book snapshots, and answers any other request with 404. */
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** Creates the server for all channels of a document. */
export function mockChannels(
  { contract, channels }: MockedDocument,
  { seed, intervalMs, onUnsent, checks, delayMs }: MockChannelsOptions,
): MockedChannels {
  const sampleOf = messageSamples(contract, { seed, onUnsent });
  const channelOf = ({ id }: ChannelDescriptor): Channel | undefined =>
    contract.channels.find((channel) => channel.id === id);

  async function serveChannel(
    descriptor: ChannelDescriptor,
    stream: ServerStream<unknown, unknown>,
    parameters: ChannelParameters,
  ): Promise<void> {
    const channel = channelOf(descriptor);
    const sent = sentMessages(descriptor);
    const sample = (messages: readonly MessageDescriptor[], number: number): unknown =>
      sampleOf(channel, messages, number);
    if (descriptor.subscription !== undefined) {
      await serveKeys(stream, { descriptor, sent, sample, intervalMs });
      return;
    }
    const numbered = createNumbering(descriptor, parameters);
    for (let number = 0; !stream.signal.aborted; number += 1) {
      const value = sample(sent, number);
      if (value === undefined) break;
      await stream.send(numbered(value));
      await wait(intervalMs, undefined, { signal: stream.signal }).catch(() => {});
    }
    // Reading the messages of the client also checks them.
    for await (const _message of stream);
  }

  const served = oneForEachAddress(channels, onUnsent).map((channel) => {
    const unsigned = withoutSignature(channel);
    return checks ? unsigned : uncheckedChannel(unsigned);
  });
  const nameOf = ({ name, id }: ChannelDescriptor): string => name ?? id;
  const requestHandlersOf = (
    channel: ChannelDescriptor,
  ): Readonly<Record<string, () => Promise<unknown>>> =>
    Object.fromEntries(
      (channel.requests ?? []).map((request) => [
        request.name,
        async () => {
          await wait(delayMs(), undefined, { ref: false });
          const replies = channel.serverMessages.filter(({ id }) => request.replies.includes(id));
          return sampleOf(channelOf(channel), replies, 0);
        },
      ]),
    );
  const feeds = new Map<ChannelDescriptor, MockedFeed>();
  for (const channel of served.filter(({ feed }) => feed !== undefined)) {
    const sample = (messages: readonly MessageDescriptor[], number: number): unknown =>
      sampleOf(channelOf(channel), messages, number);
    try {
      const requestHandlers = requestHandlersOf(channel);
      feeds.set(channel, mockFeed(channel, { sample, requestHandlers, intervalMs, onUnsent }));
    } catch (error) {
      if (!(error instanceof FeedServerError)) throw error;
      // If the document describes a client, the messages of the server are in its `receive` operations.
      const fix =
        channel.serverMessages.length === 0
          ? " Its server sends no messages: try the other `--perspective`."
          : "";
      onUnsent(`The feed at ${channel.address} is not served: ${error.message}${fix}`);
    }
  }
  const open = served.filter((channel) => channel.feed === undefined);
  const server = createStreamServer({
    channels: [...open, ...feeds.keys()],
    feeds: Object.fromEntries([...feeds].map(([channel, feed]) => [nameOf(channel), feed.server])),
    handlers: Object.fromEntries(
      open.map((channel) => [
        nameOf(channel),
        (stream: ServerStream<unknown, unknown>, parameters: ChannelParameters) =>
          serveChannel(channel, stream, parameters).catch((error: unknown) => {
            if (!stream.signal.aborted) throw error;
          }),
      ]),
    ),
    requestHandlers: Object.assign({}, ...open.map(requestHandlersOf)),
    authenticate: Object.fromEntries(
      served.flatMap(({ security }) =>
        (security?.lists.flat(2) ?? []).map((scheme) => [scheme, () => "anybody"] as const),
      ),
    ),
    logger: silentLogger,
  });
  return {
    channels: [...open, ...feeds.keys()],
    attach: (http) => void server.attach(http),
    answer(request, response) {
      for (const feed of feeds.values()) {
        if (feed.answer(request, response)) return;
      }
      server.answerRequest(request, response);
    },
    async close() {
      for (const feed of feeds.values()) feed.stop();
      await server.close();
    },
  };
}

/**
 * Returns one channel for each address, because a connection shows only its address. Chooses the first
 * channel that needs no credentials, or else the first channel.
 */
function oneForEachAddress(
  channels: readonly ChannelDescriptor[],
  onUnsent: (what: string) => void,
): readonly ChannelDescriptor[] {
  const isOpen = ({ security, feed }: ChannelDescriptor): boolean =>
    security === undefined && feed?.credentials === undefined;
  return [...Map.groupBy(channels, ({ address }) => address)].flatMap(([address, all]) => {
    const chosen = all.find(isOpen) ?? all[0];
    for (const { id } of all.filter((channel) => channel !== chosen)) {
      onUnsent(`The channel ${id} is not served: ${chosen?.id} has the same address, ${address}.`);
    }
    return chosen ?? [];
  });
}

/**
 * Returns a channel that does not verify signatures, because the mock has no key. The headers with the
 * signature are still required.
 */
function withoutSignature({ signature: _left, ...channel }: ChannelDescriptor): ChannelDescriptor {
  return channel;
}

/**
 * Lists the messages that the mock sends without a request. Leaves out replies and heartbeats, which the
 * server sends itself. Also leaves out errors and the message at the end of a backlog, because clients
 * would react to them.
 */
export function sentMessages({
  serverMessages,
  requests = [],
  envelope,
  heartbeats = [],
  sequence,
}: ChannelDescriptor): readonly MessageDescriptor[] {
  const replies = new Set(requests.flatMap((request) => request.replies));
  const beats = heartbeats.map((beat) => (beat.from === "server" ? beat.message : beat.answer));
  const about = [envelope?.error?.tag, sequence?.endOfBacklog];
  return serverMessages.filter(
    ({ id, tag }) =>
      !replies.has(id) && !beats.includes(id) && (tag === undefined || !about.includes(tag)),
  );
}
