// Serves the channels of a document with samples: the messages that it sends one after another, and
// a reply to each request.

import { setTimeout as wait } from "node:timers/promises";
import type { Channel, Message } from "@specwright/contract";
import { stringifyJson } from "@specwright/runtime";
import type {
  ChannelDescriptor,
  MessageDescriptor,
  ServerStream,
} from "@specwright/runtime/codegen";
import { sampleValue } from "@specwright/sampler";
import type { JsonValue } from "@specwright/spec-loader";
import { createStreamServer, type StreamServer, silentLogger } from "@specwright/stream-server";
import type { MockedDocument } from "./mocked-document.ts";

/** How channels are mocked. */
export interface MockChannelsOptions {
  readonly seed: number | undefined;
  /** The time between two messages, in milliseconds. */
  readonly intervalMs: number;
  /** Called with what cannot be sent, once for each message. */
  readonly onUnsent: (what: string) => void;
}

/** Creates the server of all channels. */
export function mockChannels(
  { contract, channels }: MockedDocument,
  { seed, intervalMs, onUnsent }: MockChannelsOptions,
): StreamServer {
  const reported = new Set<string>();

  /** Returns the sample with a number of one of some messages; undefined if none can be sent. */
  function sampleOf(
    channel: Channel | undefined,
    descriptors: readonly MessageDescriptor[],
    number: number,
  ): unknown {
    for (let at = 0; at < descriptors.length; at += 1) {
      const descriptor = descriptors[(number + at) % descriptors.length];
      const message = channel?.messages.find(({ id }) => id === descriptor?.id);
      if (descriptor === undefined || message === undefined) continue;
      const turn = Math.floor(number / descriptors.length);
      const name = `${channel?.id} ${message.id}`;
      try {
        const value = payloadOf(message, turn);
        if (value !== undefined) return descriptor.codec.decode(stringifyJson(value));
        report(name, "no value of its schema was found");
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        report(name, error.message);
      }
    }
    return undefined;
  }

  function payloadOf({ payload, examples }: Message, turn: number): JsonValue | undefined {
    if (payload === undefined) return {};
    const example = examples[turn % Math.max(1, examples.length)]?.value;
    if (example !== undefined) return example;
    const options = seed === undefined ? {} : { seed, name: `${turn}` };
    return sampleValue(payload.schema, contract, options);
  }

  function report(name: string, why: string): void {
    if (!reported.has(name)) onUnsent(`${name} is not sent: ${why}`);
    reported.add(name);
  }

  async function serve(
    descriptor: ChannelDescriptor,
    stream: ServerStream<unknown, unknown>,
  ): Promise<void> {
    const channel = contract.channels.find(({ id }) => id === descriptor.id);
    const sent = sentMessages(descriptor);
    const numbered = numbering(descriptor);
    for (let number = 0; !stream.signal.aborted; number += 1) {
      const value = sampleOf(channel, sent, number);
      if (value === undefined) break;
      await stream.send(numbered(value));
      await wait(intervalMs, undefined, { signal: stream.signal }).catch(() => {});
    }
    // What the client sends is read and checked, as long as it stays.
    for await (const _message of stream);
  }

  const served = channels.map(withoutSignature);
  const requests = served.flatMap((channel) =>
    (channel.requests ?? []).map((request) => ({ channel, request })),
  );
  return createStreamServer({
    channels: served,
    handlers: Object.fromEntries(
      served.map((channel) => [
        channel.name ?? channel.id,
        (stream: ServerStream<unknown, unknown>) =>
          serve(channel, stream).catch((error: unknown) => {
            if (!stream.signal.aborted) throw error;
          }),
      ]),
    ),
    requestHandlers: Object.fromEntries(
      requests.map(({ channel, request }) => [
        request.name,
        () => {
          const replies = channel.serverMessages.filter(({ id }) => request.replies.includes(id));
          const own = contract.channels.find(({ id }) => id === channel.id);
          return sampleOf(own, replies, 0);
        },
      ]),
    ),
    authenticate: Object.fromEntries(
      served.flatMap(({ security }) =>
        (security?.lists.flat(2) ?? []).map((scheme) => [scheme, () => "anybody"] as const),
      ),
    ),
    logger: silentLogger,
  });
}

/** A signature cannot be verified without its key; the headers that carry it are still wanted. */
function withoutSignature({ signature: _left, ...channel }: ChannelDescriptor): ChannelDescriptor {
  return channel;
}

/**
 * Lists the messages that are sent without a request, and that say nothing of the connection: clients
 * act on errors, and the server sends heartbeats by itself.
 */
function sentMessages({
  serverMessages,
  requests = [],
  envelope,
}: ChannelDescriptor): readonly MessageDescriptor[] {
  const replies = new Set(requests.flatMap((request) => request.replies));
  const about = [envelope?.error?.tag, envelope?.heartbeat?.tag];
  return serverMessages.filter(
    ({ id, tag }) => !replies.has(id) && (tag === undefined || !about.includes(tag)),
  );
}

/** Returns a function that numbers the messages that a sequence counts, so that readers miss none. */
function numbering({
  sequence,
  discriminator = "",
}: ChannelDescriptor): (value: unknown) => unknown {
  let last = 0;
  return (value) => {
    if (sequence === undefined || typeof value !== "object" || value === null) return value;
    const { field, as, counts } = sequence;
    if (!counts.includes(String(Reflect.get(value, discriminator)))) return value;
    last += 1;
    const number = as === "number" ? last : as === "string" ? `${last}` : BigInt(last);
    return { ...value, [field]: number };
  };
}
