import {
  type ChannelParameters,
  type Clock,
  type FeedBookHook,
  fullJitterBackoff,
  StreamError,
  type StreamListener,
  systemClock,
  type UnknownMessage,
} from "@specwright/runtime";
import type {
  ChannelDescriptor,
  ChannelStream,
  FeedTransport,
  StreamOptions,
  StreamTransport,
} from "@specwright/runtime/codegen";
import { noParameters, type StreamCredentials } from "@specwright/runtime/transport";
import { openCompressedWebSocket, openWebSocket } from "#platform";
import type { NonceSource } from "../signing/rule/nonce-source.ts";
import { checkAddress } from "./check-address.ts";
import type { QueueMarks } from "./delivery-queue.ts";
import { OpenChannel } from "./open-channel.ts";
import type { StreamEnvironment } from "./stream-environment.ts";
import type { OpenSocket } from "./stream-socket.ts";
import type { topics } from "./topics/open-feed.ts";
import { warnOfEvent } from "./warn-of-event.ts";

export interface StreamTransportOptions {
  /** The stream address with its version segment, such as `wss://stream.example.com/v1`. */
  readonly url: string;
  /** The parts of the access key (§5): all or none. Channels without a signature need none. */
  readonly accessKey?: string;
  /** 64 hex characters. */
  readonly secretKey?: string;
  readonly brokerId?: string;
  /**
   * The credentials for the security schemes of the document and for the schemes of
   * `x-credentials`, by the name of the scheme.
   */
  readonly credentials?: StreamCredentials;
  /**
   * How far the clock of a server with `x-credentials` is ahead of this machine's clock, in milliseconds.
   * Default 0.
   */
  readonly clockSkewMs?: number | (() => number);
  /**
   * The source of nonces. By default, the clock; all channels of the process share it. Pass a source if
   * several processes use one key.
   */
  readonly nonces?: NonceSource;
  /**
   * Returns the ticket for the next connection to a relay. The relay signs on behalf of this client,
   * because browsers cannot. The ticket is sent as the query parameter `ticket`, and this client signs
   * nothing. If the result is undefined, the relay identifies its caller in a different way, such as by a
   * cookie.
   */
  readonly ticket?: () => Promise<string | undefined>;
  /**
   * Receives the events of all channels. By default, those that need attention are printed as process
   * warnings, or in the console of browsers; a listener that does nothing silences them.
   */
  readonly onEvent?: StreamListener;
  /**
   * Behaviour if the server no longer keeps the resume point: end with `resume_too_old`, or continue live.
   * Default `throw`.
   */
  readonly onTooOld?: "throw" | "live";
  /** How many waiting messages pause the socket, and how many resume it. Default 1024 and 256. */
  readonly queue?: QueueMarks;
  /**
   * The expected heartbeat interval until the server announces one, in milliseconds. If the contract has no
   * heartbeat, a ping is sent after this silence. Default 15,000.
   */
  readonly heartbeatMs?: number;
  /** How long a connection may take to open, in milliseconds. Default 10,000. */
  readonly connectTimeoutMs?: number;
  /**
   * How long to wait for the answer to a request for topics, a sign of life, a ping or a ticket, in
   * milliseconds. Default 10,000.
   */
  readonly requestTimeoutMs?: number;
  /**
   * How long to wait for a snapshot before it is requested again, in milliseconds. Default 10,000.
   */
  readonly snapshotTimeoutMs?: number;
  /** How many attempts in a row may fail before `connect_failed`. Default unlimited. */
  readonly maxAttempts?: number;
  /**
   * Replacement servers for operations that return snapshots and tickets, by the server URL in the
   * contract, for a deployment at another address.
   */
  readonly servers?: Readonly<Record<string, string>>;
  /** The functions that check books, by the names of hooks in the contract. */
  readonly hooks?: Readonly<Record<string, FeedBookHook>>;
  /** Fetches snapshots and tickets. Default `globalThis.fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * Opens channels with topics: `topics` of this package. Clients without such channels do not need it.
   */
  readonly topics?: typeof topics;
  readonly clock?: Clock;
  /** Returns numbers in [0, 1), for the jitter. Default `Math.random`. */
  readonly random?: () => number;
  /**
   * Whether to offer message compression (permessage-deflate) to the server. Browsers always do.
   * Default false.
   */
  readonly compression?: boolean;
  /** Opens sockets. Default: with the ws package; in browsers, with their own `WebSocket`. */
  readonly openSocket?: OpenSocket;
}

/**
 * Creates the transport of a generated streams client over WebSocket. A channel connects when it is opened,
 * and reconnects until it is closed or its iteration ends. Each channel without topics has one consumer.
 * Iteration throws `StreamError` if reconnecting does not help.
 *
 * @throws StreamError `invalid_url`, or `unauthorized` if a part of the access key is missing.
 */
export function streamTransport(
  options: StreamTransportOptions & { readonly topics: typeof topics },
): StreamTransport & FeedTransport;
export function streamTransport(options: StreamTransportOptions): StreamTransport;
export function streamTransport(options: StreamTransportOptions): StreamTransport & FeedTransport {
  const { clock = systemClock, random = Math.random } = options;
  const { accessKey, secretKey, brokerId } = options;
  const signed = accessKey !== undefined && secretKey !== undefined && brokerId !== undefined;
  if (!signed && (accessKey ?? secretKey ?? brokerId) !== undefined) {
    const message = "accessKey, secretKey and brokerId must be given together";
    throw new StreamError("unauthorized", message);
  }
  const { clockSkewMs = 0 } = options;
  const environment: StreamEnvironment = {
    url: checkAddress(options.url),
    ...(signed && { accessKey: { accessKey, secretKey, brokerId } }),
    credentials: options.credentials ?? {},
    clock,
    random,
    openSocket:
      options.openSocket ?? (options.compression ? openCompressedWebSocket : openWebSocket),
    ...(options.ticket !== undefined && { ticket: options.ticket }),
    createBackoff: () => fullJitterBackoff({ minMs: 250, maxMs: 20_000, random }),
    onEvent: options.onEvent ?? warnOfEvent,
    onTooOld: options.onTooOld ?? "throw",
    marks: options.queue ?? { high: 1024, low: 256 },
    heartbeatMs: options.heartbeatMs ?? 15_000,
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    requestTimeoutMs: options.requestTimeoutMs ?? 10_000,
    snapshotTimeoutMs: options.snapshotTimeoutMs ?? 10_000,
    maxAttempts: options.maxAttempts ?? Number.POSITIVE_INFINITY,
    clockSkewMs: typeof clockSkewMs === "function" ? clockSkewMs : () => clockSkewMs,
    nonces: options.nonces,
    servers: options.servers ?? {},
    hooks: options.hooks ?? {},
    fetch: options.fetch ?? globalThis.fetch,
    skew: { offsetMs: 0 },
  };
  const checkChannel = (
    channel: ChannelDescriptor,
    parameters: ChannelParameters,
  ): ChannelParameters => {
    const sendsHeaders = environment.ticket === undefined;
    const writer = channel.writer ?? noParameters;
    const checked = writer.check(channel, parameters, { sendsHeaders });
    if (sendsHeaders) {
      const { security } = channel;
      security?.sender.check(security, environment.credentials, channel.id);
    }
    return checked;
  };
  return {
    open<Parameters extends ChannelParameters, ServerMessage, ClientMessage>(
      channel: ChannelDescriptor<Parameters, ServerMessage, ClientMessage, string, unknown>,
      parameters: Parameters,
      streamOptions: StreamOptions = {},
    ): ChannelStream<ServerMessage, ClientMessage> {
      const checked = checkChannel(channel, parameters);
      const open = new OpenChannel(environment, channel, checked, streamOptions);
      return createStream<ServerMessage, ClientMessage>(open);
    },
    openFeed(channel, parameters, feedOptions = {}) {
      if (options.topics === undefined) {
        throw new TypeError("The channel has topics. Pass `topics` to `streamTransport`.");
      }
      return options.topics(environment, channel, checkChannel(channel, parameters), feedOptions);
    },
  };
}

function createStream<ServerMessage, ClientMessage>(
  open: OpenChannel,
): ChannelStream<ServerMessage, ClientMessage> {
  type Item = ServerMessage | UnknownMessage;
  const iterator: AsyncIterator<Item, undefined> = {
    async next() {
      const result = await open.consumer.next();
      // The codec in the message's descriptor has validated the message. The type of the descriptor
      // connects the codec and the message.
      return result.done ? result : { done: false, value: result.value as Item };
    },
    async return() {
      await open.close();
      return { done: true, value: undefined };
    },
  };
  async function run(handle: (message: Item) => void | Promise<void>): Promise<void> {
    const stream: AsyncIterable<Item> = { [Symbol.asyncIterator]: () => iterator };
    for await (const message of stream) {
      const busy = handle(message);
      if (busy !== undefined) await busy;
      // Messages that have already arrived are delivered without creating a promise for each.
      for (let more = open.consumer.nextNow(); more !== undefined; more = open.consumer.nextNow()) {
        const busier = handle(more.message as Item);
        if (busier !== undefined) await busier;
      }
    }
    await open.close();
  }
  return {
    get state() {
      return open.state;
    },
    run,
    on: (type, listener) => open.events.on(type, listener),
    pause: () => open.hold(true),
    resume: () => open.hold(false),
    send: (message, sendOptions) => open.send(message, sendOptions),
    close: () => open.close(),
    [Symbol.asyncIterator]: () => iterator,
  };
}
