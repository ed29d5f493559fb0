import type { Server } from "node:http";
import { type Clock, StreamError, systemClock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { FeedPointer } from "@specwright/runtime/transport";
import type { ConnectionHost } from "../connection/connection-host.ts";
import { Connections } from "../connection/connections.ts";
import type { ServerSocket } from "../connection/server-socket.ts";
import type { StreamPeer } from "../connection/stream-peer.ts";
import { type FeedConnection, type FeedSocket, TextSocket } from "../connection/text-socket.ts";
import type { RequestHandler } from "../sessions/stream-handlers.ts";
import { defaultStreamServerSettings, type StreamServerSettings } from "../settings.ts";
import type { StreamServerStatistics } from "../statistics.ts";
import { requireOrigins } from "../upgrade/check-origin.ts";
import { attachSockets, type FeedUpgrade, toUpgrade } from "./attach-sockets.ts";
import type { FeedServerBook } from "./books/served-book.ts";
import { FeedServerError } from "./feed-server-error.ts";
import { eventLogger, type FeedServerListener, printMistakes } from "./feed-server-event.ts";
import { type FeedSource, requireAccounts, setFeedSource } from "./feed-source.ts";
import { ServedFeed } from "./served-feed.ts";
import type { FillRules } from "./topics/topic-audience.ts";
import type {
  FeedParameters,
  FeedPeerInfo,
  FeedTopicHandler,
  FeedTopics,
} from "./topics/topic-handlers.ts";

/** Stands for all topics if the caller gives no type. */
export type AnyTopics = Readonly<
  Record<string, { readonly parameters: FeedParameters; readonly message: unknown }>
>;

export interface FeedServerOptions<Topics extends FeedTopics = AnyTopics> {
  /**
   * The handlers of topics, by the name of the topic. A topic with a book needs no handler. Every other
   * topic needs one.
   */
  readonly topics: {
    readonly [Name in keyof Topics]?: FeedTopicHandler<Topics[Name]["parameters"]>;
  };
  /**
   * The handlers of requests that expect a reply, by method name. A handler returns the reply, and the
   * server adds the id of the request. To refuse a request, a handler returns the result of `refuse`. If a
   * handler throws an error, the server closes the connection with 1011.
   */
  readonly requestHandlers?: Readonly<Record<string, RequestHandler<FeedPeerInfo>>>;
  /**
   * Values that messages need, but that neither the contract nor the publisher provides, such as times.
   * Each message has a function that returns the values in JSON form, by pointer.
   */
  readonly fill?: FillRules;
  /**
   * Accepts or refuses a connection, for example by its signature. Returns a `FeedRefusal`, or the account
   * of the client, which private topics require.
   */
  readonly admit?: (upgrade: FeedUpgrade) => unknown;
  /**
   * Whether each frame is checked by the codec of its message before it is sent. Default true, but false if
   * `NODE_ENV` is `production`.
   */
  readonly checkFrames?: boolean;
  /**
   * The maximum number of bytes that wait for a client. A client with more is disconnected. Default: the
   * limit in the channel's `x-flow-control`, or 16 MiB.
   */
  readonly maxPendingBytes?: number;
  /**
   * If a credential of the channel is a cookie, pages of the server's own host may connect. These are
   * further origins, such as `https://app.example`, whose pages may connect too. Default none.
   */
  readonly origins?: readonly string[];
  /** Whether to compress messages for clients that offer permessage-deflate. Default false. */
  readonly compression?: boolean;
  /** The maximum size of a frame from a client, in bytes. Default 64 KiB. */
  readonly maxFrameBytes?: number;
  readonly clock?: Clock;
  /** Receives the events of the server. By default, events of type `invalid` and `failed` are printed. */
  readonly onEvent?: FeedServerListener;
}

/** Serves a feed. */
export interface FeedServer<Topics extends FeedTopics = AnyTopics> {
  /** The number of open connections. */
  readonly connections: number;
  /**
   * Returns the book of a topic, and creates the book if it is missing. The server publishes changes of the
   * book. If a topic has a parameter for the number of levels, the parameter is ignored here: subscribers
   * with different values share the book.
   *
   * @throws FeedServerError `unknown_topic` or `invalid_parameters`.
   */
  book<Name extends keyof Topics & string>(
    topic: Name,
    parameters: Topics[Name]["parameters"],
  ): FeedServerBook;
  /**
   * Publishes a message to the subscribers of a topic.
   *
   * @param value the message, in the form that its codec accepts. Values that the contract prescribes may
   * be missing.
   * @throws FeedServerError `unknown_topic`, `unknown_message` or `invalid_parameters`.
   */
  publish<Name extends keyof Topics & string>(
    topic: Name,
    parameters: Topics[Name]["parameters"],
    message: string,
    value: unknown,
  ): void;
  /**
   * Sends a message that belongs to no topic to all clients, for example one that announces an ending.
   *
   * @param values JSON values by pointer. Default: the values in `x-endings` for the message.
   * @throws FeedServerError `unknown_message`.
   */
  announce(message: string, values?: Readonly<Record<FeedPointer, unknown>>): void;
  /**
   * Serves the upgrades of an HTTP server at the address of the channel. The address may have the path of
   * one of the document's servers in front. Returns a function that stops serving.
   *
   * @throws StreamError `missing_authenticator` if the channel has `security` or a private topic, but
   * `admit` is missing.
   */
  attach(server: Server): () => void;
  /** Serves a connection over any socket. `account` is the account of the client. */
  connect(socket: FeedSocket, account?: unknown): FeedConnection;
  /** Returns the state and the counters of the server. */
  statistics(): StreamServerStatistics;
  /**
   * Answers an HTTP request for a snapshot. Returns undefined if no operation of the contract matches the
   * path.
   */
  answer(request: Request): Response | undefined;
  /** Closes all connections and stops serving. Default code: 1001. */
  close(code?: number, reason?: string): void;
}

const MEBIBYTE = 2 ** 20;

const PUBLIC: StreamPeer = { brokerId: "public" };

/** The reasons in close frames, by error code. */
const REASONS = {
  age: "The connection reached its maximum age.",
  flow_control: "The client reads too slowly.",
  internal_error: "Internal server error.",
};

const TRY_LATER = 1013;

/**
 * Creates the server of a feed. The contract defines subscriptions, numbers, snapshots, books, checksums
 * and signs of life. Handlers decide which topics exist.
 *
 * @throws FeedServerError `not_a_feed`, `missing_handler`, `unknown_topic` or `contract_unclear`.
 *
 * @example
 * ```ts
 * const server = createFeedServer(descriptors.market, { topics: { trade: { open: () => true } } });
 * server.attach(httpServer);
 * server.book("book", { symbol: "BTC/USD" }).set({ bids: [["0.61", "250"]] });
 * ```
 */
export function createFeedServer<Topics extends FeedTopics = AnyTopics>(
  channel: ChannelDescriptor,
  options: FeedServerOptions<Topics>,
): FeedServer<Topics> {
  const { clock = systemClock, onEvent = printMistakes, fill = {} } = options;
  const { flowControl } = channel;
  requireOrigins(options.origins ?? []);
  const served = new ServedFeed(channel, {
    handlers: topicHandlers(options.topics),
    requestHandlers: options.requestHandlers ?? {},
    fill,
    clock,
    onEvent,
    checksFrames: options.checkFrames ?? globalThis.process?.env["NODE_ENV"] !== "production",
  });
  const settings: StreamServerSettings = {
    ...defaultStreamServerSettings,
    maxFrameBytes: options.maxFrameBytes ?? MEBIBYTE / 16,
    maxPendingBytes: options.maxPendingBytes ?? flowControl?.maxPendingBytes ?? 16 * MEBIBYTE,
    maxPendingFrames: flowControl?.maxPendingFrames ?? Number.POSITIVE_INFINITY,
  };
  const logger = eventLogger(onEvent);
  const connections = new Connections({ channels: [channel], settings, clock, logger });
  const sockets: ConnectionHost = {
    ...connections.hostOf(channel),
    reasons: REASONS,
    slowCloseCode: flowControl?.closeCode ?? TRY_LATER,
  };
  // A transport of texts cannot always answer pings. Unanswered pings end a connection only if the contract
  // says so.
  const lines: ConnectionHost = {
    ...sockets,
    heartbeatMs: sockets.life.everyMs ?? Number.POSITIVE_INFINITY,
    settings: { ...settings, slowReaderMs: Number.POSITIVE_INFINITY },
  };

  function openConnection(host: ConnectionHost, socket: ServerSocket, peer: FeedPeerInfo): void {
    const connection = connections.open(host, socket, PUBLIC);
    connection.run(served.session(connection, peer));
  }

  const detach = new Set<() => void>();
  const { admit } = options;
  const source: FeedSource = {
    channel,
    privateTopic: served.privateTopic,
    ...(admit !== undefined && { admit: (upgrade) => admit(toUpgrade(upgrade)) }),
    session: (connection, peer) => served.session(connection, peer),
  };
  const server: FeedServer<Topics> = {
    get connections() {
      return served.connections;
    },
    book: (topic, parameters) => served.book(topic, parameters),
    publish: (topic, parameters, message, value) =>
      served.publish(topic, parameters, message, value),
    announce: (message, values) => served.announce(message, values),
    attach(http) {
      if (admit === undefined && channel.security !== undefined) {
        const message = `The channel ${channel.id} has \`security\`: pass \`admit\`, or serve the feed with \`createStreamServer\` and \`authenticate\`.`;
        throw new StreamError("missing_authenticator", message, { channelId: channel.id });
      }
      requireAccounts(source);
      const stop = attachSockets(http, {
        channel,
        origins: options.origins ?? [],
        compression: options.compression ?? false,
        clock,
        paths: (channel.serverPaths ?? []).concat("").map((path) => path + channel.address),
        maxFrameBytes: settings.maxFrameBytes,
        admit: admit ?? (() => undefined),
        connect: (socket, peer) => openConnection(sockets, socket, peer),
        onRefused: ({ status, code }, request) => connections.refused({ status, code }, request),
        onEvent,
      });
      detach.add(stop);
      return () => {
        detach.delete(stop);
        stop();
      };
    },
    connect(socket, account) {
      const line = new TextSocket(socket);
      openConnection(lines, line, { account, parameters: {} });
      return line;
    },
    statistics: () => ({ ...connections.statistics(), viewAgeMs: 0 }),
    answer: (request) => served.answer(request),
    close(code = 1001, reason = "The server is shutting down.") {
      for (const stop of detach) stop();
      detach.clear();
      served.end(code, reason);
    },
  };
  setFeedSource(server, source);
  return server;
}

/** Removes the types of parameters from the handlers, because they differ between contracts. */
function topicHandlers<Topics extends FeedTopics>(
  topics: FeedServerOptions<Topics>["topics"],
): ReadonlyMap<string, FeedTopicHandler> {
  const handlers: Readonly<Record<string, unknown>> = topics;
  return new Map(
    Object.entries(handlers).flatMap(([name, handler]) =>
      isHandler(handler) ? [[name, handler] as const] : [],
    ),
  );
}

function isHandler(value: unknown): value is FeedTopicHandler {
  if (typeof value !== "object" || value === null) return false;
  const { open } = value as { readonly open?: unknown };
  if (open === undefined || typeof open === "function") return true;
  throw new FeedServerError("missing_handler", "The `open` of a topic is not a function.");
}
