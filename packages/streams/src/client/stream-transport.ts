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
  /** The access key (§5): set all its parts or none. Not needed for channels without a signature. */
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
   * The source of nonces. The default source uses the clock, and all channels of the process share it. Pass
   * your own source if several processes use the same key.
   */
  readonly nonces?: NonceSource;
  /**
   * Returns the ticket for the next connection to a relay. The relay signs for this client, because
   * browsers cannot sign. The client sends the ticket in the query parameter `ticket`, and signs nothing.
   * If the result is undefined, no ticket is sent, and the relay must identify the client by other means,
   * such as a cookie.
   */
  readonly ticket?: () => Promise<string | undefined>;
  /**
   * Receives the events of all channels. By default, important events are printed as process warnings, or
   * in the console of browsers. To print nothing, pass a listener that does nothing.
   */
  readonly onEvent?: StreamListener;
  /**
   * Behaviour if the server no longer keeps the resume point: end with `resume_too_old`, or continue live.
   * Default `throw`.
   */
  readonly onTooOld?: "throw" | "live";
  /**
   * How many waiting messages pause the socket (`high`, default 1024) and resume it (`low`, default 256).
   */
  readonly queue?: QueueMarks;
  /**
   * The interval of the server's heartbeats in milliseconds, until the server announces one. If the
   * contract has no heartbeat, the client sends a ping after a silence of this duration. Default 15,000.
   */
  readonly heartbeatMs?: number;
  /** How long a connection may take to open, in milliseconds. Default 10,000. */
  readonly connectTimeoutMs?: number;
  /**
   * How long to wait for the answer to a request, a sign of life or a ping, and for a ticket, in
   * milliseconds. Default 10,000.
   */
  readonly requestTimeoutMs?: number;
  /**
   * How long to wait for a snapshot before it is requested again, in milliseconds. Default 10,000.
   */
  readonly snapshotTimeoutMs?: number;
  /**
   * After this number of consecutive failed attempts, the channel fails with `connect_failed`. Default
   * unlimited.
   */
  readonly maxAttempts?: number;
  /**
   * The servers for operations that return snapshots and tickets, if they differ from the contract. The
   * keys are the server URLs in the contract.
   */
  readonly servers?: Readonly<Record<string, string>>;
  /** The functions that check books. The keys are the names of hooks in the contract. */
  readonly hooks?: Readonly<Record<string, FeedBookHook>>;
  /** Fetches snapshots and tickets. Default `globalThis.fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * The function `topics` of this package, which opens channels with topics. Clients without such channels
   * do not need it.
   */
  readonly topics?: typeof topics;
  readonly clock?: Clock;
  /** Returns numbers in [0, 1), which vary the delays. Default `Math.random`. */
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
 * Creates the transport of a generated streams client over WebSocket. A channel connects when it is opened.
 * It reconnects until it is closed or its iteration ends. A channel without topics has one consumer. The
 * iteration throws `StreamError` for an error that reconnecting does not fix.
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
      // The codec of the message has validated the value. The type of the descriptor guarantees that the
      // codec belongs to the message type.
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
      // Messages that have already arrived are delivered without a new promise for each.
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
