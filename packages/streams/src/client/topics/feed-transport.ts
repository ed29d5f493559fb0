import { type Clock, type FeedBookHook, systemClock } from "@specwright/runtime";
import type { ChannelDescriptor, FeedTransport } from "@specwright/runtime/codegen";
import { parseUrl, type ReplyTaker } from "@specwright/runtime/transport";
import { openCompressedWebSocket, openWebSocket } from "#platform";
import type { NonceSource } from "../../signing/rule/nonce-source.ts";
import type { OpenSocket } from "../stream-socket.ts";
import { chooseScheme, type FeedCredentials } from "./credentials/feed-credentials.ts";
import { FeedSigner } from "./credentials/feed-signer.ts";
import { loadSigning } from "./credentials/load-signing.ts";
import { FeedError } from "./feed-error.ts";
import { fetchOperation } from "./fetch-operation.ts";
import { OpenFeed } from "./open-feed.ts";
import type { FeedEvent, FeedListener } from "./session/feed-event.ts";

/** Options for a feed transport. */
export interface FeedTransportOptions {
  /** The address of the server; the address of the channel is appended to it. */
  readonly url: string;
  /**
   * The servers of operations that return snapshots and tickets, by those of the contract, for a deployment at
   * another address.
   */
  readonly servers?: Readonly<Record<string, string>>;
  /** The code that checks books where the contract names hooks, by their names. */
  readonly hooks?: Readonly<Record<string, FeedBookHook>>;
  /**
   * The keys of the user, `{ key, secret }` or a function that returns fresh ones; by the name of the
   * scheme if the contract has several. Channels without schemes do not use them.
   */
  readonly credentials?: FeedCredentials;
  /** How far the server's clock is ahead of this one, in milliseconds. Default 0. */
  readonly clockSkewMs?: number | (() => number);
  /**
   * Where nonces come from. By default, from the clock, and all feeds of the process share them; pass
   * a source if several processes use one key.
   */
  readonly nonces?: NonceSource;
  /** Receives the events of all feeds. By default, those that need attention are printed. */
  readonly onEvent?: FeedListener;
  /** How long a connection may take to open, in milliseconds. Default 10,000. */
  readonly connectTimeoutMs?: number;
  /** How long to wait for the answer to a request, in milliseconds. Default 10,000. */
  readonly requestTimeoutMs?: number;
  /** How long to wait for a snapshot, in milliseconds. Default 10,000. */
  readonly snapshotTimeoutMs?: number;
  /** How many messages of a topic may wait for its consumer until the socket is paused. Default 1024. */
  readonly maxWaiting?: number;
  readonly clock?: Clock;
  /** Returns numbers in [0, 1), for the jitter. Default `Math.random`. */
  readonly random?: () => number;
  /**
   * Whether to offer the server to compress messages (permessage-deflate). Browsers always do.
   * Default false.
   */
  readonly compression?: boolean;
  readonly openSocket?: OpenSocket;
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Creates a transport for the feeds of generated clients.
 *
 * @throws FeedError `invalid_parameters` for an address that is none of WebSockets.
 *
 * @example
 * ```ts
 * const client = createVenueClient(feedTransport({ url: "wss://stream.example.com" }));
 * const book = client.market().book({ symbol: "BTC/USD" });
 * book.onChange(() => console.log(book.book?.bestBid));
 * ```
 */
export function feedTransport(options: FeedTransportOptions): FeedTransport {
  const { clock = systemClock, random = Math.random } = options;
  const { openSocket = options.compression ? openCompressedWebSocket : openWebSocket } = options;
  const { fetch = globalThis.fetch, servers = {} } = options;
  if (parseUrl(options.url) === undefined || !/^wss?:/.test(options.url)) {
    const message = `The url ${options.url} does not begin with ws:// or wss://.`;
    throw new FeedError("invalid_parameters", message);
  }
  return {
    openFeed(channel: ChannelDescriptor, { replies }: { readonly replies?: ReplyTaker } = {}) {
      const url = new URL(options.url.replace(/\/$/, "") + channel.address);
      return new OpenFeed(channel, {
        clock,
        random,
        openSocket,
        url,
        signer: signerFor(channel, options, { clock, fetch, servers }),
        fetch: (operation, topic) =>
          fetchOperation(fetch, servers, operation, topic.parameters, options.requestTimeoutMs),
        hooks: options.hooks ?? {},
        onEvent: options.onEvent ?? warnings(url.host),
        connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
        requestTimeoutMs: options.requestTimeoutMs ?? 10_000,
        snapshotTimeoutMs: options.snapshotTimeoutMs ?? 10_000,
        maxWaiting: options.maxWaiting ?? 1024,
        replies,
      });
    },
  };
}

function signerFor(
  { feed }: ChannelDescriptor,
  options: FeedTransportOptions,
  { clock, fetch, servers }: Pick<Required<FeedTransportOptions>, "clock" | "fetch" | "servers">,
): FeedSigner | undefined {
  const schemes = feed?.credentials;
  const chosen = schemes === undefined ? undefined : chooseScheme(schemes, options.credentials);
  if (chosen === undefined) return undefined;
  const { clockSkewMs = 0, requestTimeoutMs = 10_000 } = options;
  const skewMs = typeof clockSkewMs === "function" ? clockSkewMs : () => clockSkewMs;
  return new FeedSigner(chosen, {
    clock: { now: () => clock.now() + skewMs() },
    elapsed: () => clock.elapsed(),
    nonces: async () => options.nonces ?? (await loadSigning()).sharedNonces(clock),
    fetch,
    servers,
    timeoutMs: requestTimeoutMs,
  });
}

/** What frames that break the contract do, and what becomes of them. */
const violations: Readonly<Record<Extract<FeedEvent, { type: "violation" }>["rule"], string>> = {
  unreadable: "is no JSON, and is left out",
  unknown: "is no message of x-envelope, and is left out",
  unrouted: "is of no topic that is subscribed, and is left out",
  unrequested: "answers no request that waits for it, and is left out",
  levels: "lacks levels where x-book has them, or has more; the book is recovered",
  number: "lacks the number that x-sequence counts; it is handled like a gap",
  answer: "lacks what the contract says that this answer has; it is asked for again",
};

/** After so many connections that failed one after another, the user is told. */
const MANY_FAILURES = 3;

/** Creates a listener that prints the events that a user should know of. */
function warnings(host: string): FeedListener {
  let failures = 0;
  return (event) => {
    if (event.type === "connected") failures = 0;
    if (event.type === "disconnected") failures += 1;
    const text = warningOf(event, host, failures);
    if (text !== undefined) console.warn(`specwright: ${text}`);
  };
}

function warningOf(event: FeedEvent, host: string, failures: number): string | undefined {
  switch (event.type) {
    case "disconnected": {
      if (failures !== MANY_FAILURES) return undefined;
      const why = [event.cause, event.code, event.reason].filter((each) => each !== undefined);
      return `${host} could not be reached ${failures} times in a row, and is tried again: ${why.join(" ")}`;
    }
    case "unprotected":
      return `lost messages of ${event.topic} could not be noticed`;
    case "refused": {
      const what = event.topic ?? "the credentials";
      return `the server refused ${what}: ${event.reason ?? event.code ?? ""}`;
    }
    case "unanswered":
      return `the server did not answer the subscription of ${event.topic}; tries: ${event.tries}`;
    case "failed":
      return `code of yours threw at ${event.topic}, and the feed continues: ${textOfError(event.error)}`;
    case "credentials_failed":
      return `there are no credentials yet: ${event.reason}`;
    case "violation": {
      const whose = event.topic === undefined ? "" : ` of ${event.topic}`;
      return `a frame${whose} breaks the contract: it ${violations[event.rule]}: ${event.received}`;
    }
    default:
      return undefined;
  }
}

function textOfError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
