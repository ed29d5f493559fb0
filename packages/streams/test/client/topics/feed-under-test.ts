// A feed on a socket that the test is the other end of, and a clock that the test moves.

import type { FeedBookHook, StreamEvent } from "@specwright/runtime";
import type { ChannelDescriptor, FeedStream } from "@specwright/runtime/codegen";
import { type FakeClock, fakeClock } from "@specwright/runtime/testing";
import type { FeedDescriptor, FeedTopic } from "@specwright/runtime/transport";
import type { OpenSocket, SocketHandlers } from "@specwright/streams/client";
import { streamTransport } from "../../../src/client/stream-transport.ts";
import { topics } from "../../../src/client/topics/open-feed.ts";

/** A connection of a feed. */
export interface UnderTest {
  readonly handlers: SocketHandlers;
  readonly sent: unknown[];
  isOver: boolean;
  receive(frame: unknown): void;
}

/** The other end of the connections of a feed. */
export interface FeedUnderTest {
  readonly feed: FeedStream;
  readonly clock: FakeClock;
  readonly events: StreamEvent[];
  /** The frames that the client has sent on its connection. */
  readonly sent: unknown[];
  /** The handlers of every connection, and the frames that were sent on it. */
  readonly connections: readonly UnderTest[];
  /** The handlers of the newest connection. */
  readonly handlers: () => SocketHandlers;
  /** Accepts the connection that the client makes. */
  open(): Promise<void>;
  /** Sends a frame to the client. */
  receive(frame: unknown): void;
}

/** The rules of a feed and of its connections. */
export type FeedContract = FeedDescriptor &
  Pick<ChannelDescriptor, "heartbeats" | "endings" | "lines">;

/** A feed of books whose snapshots are all that is sent, with the rules of one kind of topic. */
export function snapshotFeed(
  subscription: Omit<FeedDescriptor["subscription"], "topics">,
  topic: Omit<FeedTopic, "messages" | "where"> & Partial<Pick<FeedTopic, "where">>,
): FeedDescriptor {
  const where = { "/symbol": "{symbol}" };
  return {
    envelope: {
      match: [
        { message: "full", where: { "/type": "full" } },
        { message: "accepted", where: { "/ok": true } },
      ],
    },
    subscription: { ...subscription, topics: { book: { where, ...topic, messages: ["full"] } } },
    counters: [],
    snapshots: { book: { source: "stream" } },
    books: {
      book: {
        price: "/0",
        quantity: "/1",
        snapshots: { full: { bids: "/bids", asks: "/asks" } },
        updates: {},
      },
    },
  };
}

/** Returns a channel whose contract describes only its feed. */
export function feedChannel({
  heartbeats,
  endings,
  lines,
  ...feed
}: FeedContract): ChannelDescriptor {
  return {
    id: "market",
    address: "/market",
    parameters: [],
    validators: {},
    serverMessages: [],
    clientMessages: [],
    feed,
    ...(heartbeats !== undefined && { heartbeats }),
    ...(endings !== undefined && { endings }),
    ...(lines !== undefined && { lines }),
  };
}

/** Opens a feed of a contract. */
export function openFeed(
  feed: FeedContract,
  options: {
    readonly hooks?: Readonly<Record<string, FeedBookHook>>;
    readonly fetch?: typeof globalThis.fetch;
    /** Reads what the client sends. Default `JSON.parse`. */
    readonly parse?: (text: string) => unknown;
    readonly onEvent?: (event: StreamEvent) => void;
    /** Default: a socket without pings, whose frames `sent` lists. */
    readonly openSocket?: OpenSocket;
  } = {},
): FeedUnderTest {
  const { parse = JSON.parse, ...others } = options;
  const clock = fakeClock(1_790_000_000_000);
  const events: StreamEvent[] = [];
  const sent: unknown[] = [];
  const connections: UnderTest[] = [];
  let handlers: SocketHandlers | undefined;
  const current = (): SocketHandlers => {
    if (handlers === undefined) throw new Error("there is no connection");
    return handlers;
  };
  const transport = streamTransport({
    topics,
    url: "wss://venue.example",
    clock,
    random: () => 0.5,
    onEvent: (event) => void events.push(event),
    openSocket(_url, _headers, given) {
      handlers = given;
      const connection: UnderTest = {
        handlers: given,
        sent: [],
        isOver: false,
        receive: (frame) => given.received(new TextEncoder().encode(JSON.stringify(frame))),
      };
      connections.push(connection);
      const end = (): void => {
        connection.isOver = true;
      };
      return {
        async send(bytes) {
          const frame: unknown = parse(new TextDecoder().decode(bytes));
          sent.push(frame);
          connection.sent.push(frame);
        },
        close: end,
        terminate: end,
      };
    },
    ...others,
  });
  const stream = transport.openFeed(feedChannel(feed), {});
  return {
    feed: stream,
    clock,
    events,
    sent,
    connections,
    handlers: current,
    async open() {
      await clock.advance(0);
      current().opened();
    },
    receive: (frame) => current().received(new TextEncoder().encode(JSON.stringify(frame))),
  };
}
