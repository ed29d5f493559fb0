// Serves a feed with samples. Every topic exists, sends one message after another, and changes its order
// book. The feed server adds sequence numbers, snapshots, acknowledgements and checksums by the rules of
// the contract.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { FeedPointer, MessageDescriptor } from "@specwright/runtime/transport";
import { createFeedServer, type FeedBookLevels, type FeedServer } from "@specwright/streams/server";
import { filledMembers } from "./filled-members.ts";

export interface MockFeedOptions {
  /**
   * Returns the payload of the message with this number, counted from 0. The given messages take turns.
   * Returns undefined if no message has a valid payload.
   */
  sample(messages: readonly MessageDescriptor[], number: number): unknown;
  /** Maps the name of each request to a function that returns the reply. */
  readonly requestHandlers: Readonly<Record<string, () => Promise<unknown>>>;
  readonly intervalMs: number;
  /** Called once for each reason why a message cannot be sent. */
  readonly onUnsent: (what: string) => void;
}

/** A running feed. `stop` ends it. */
export interface MockedFeed {
  readonly server: FeedServer;
  /** Answers an HTTP request for an order book snapshot. Returns false for any other request. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  stop(): void;
}

const firstLevels: FeedBookLevels = {
  bids: [
    ["0.4", "10"],
    ["0.3", "20"],
  ],
  asks: [
    ["0.5", "10"],
    ["0.6", "20"],
  ],
};

type Parameters = Readonly<Record<string, string | number | boolean>>;

/** A topic to which a client has subscribed. */
interface AskedTopic {
  readonly topic: string;
  readonly parameters: Parameters;
}

/** Creates and starts a feed. */
export function mockFeed(descriptor: ChannelDescriptor, options: MockFeedOptions): MockedFeed {
  const { sample, requestHandlers, intervalMs, onUnsent } = options;
  const { books = {} } = descriptor.feed ?? {};
  const all = Object.entries(descriptor.feed?.subscription.topics ?? {});
  // Leave out topics without a subscribe request. The server opens them at a login.
  const kinds = Object.fromEntries(all.filter(([, { subscribe }]) => subscribe !== undefined));
  const messageOf = new Map(descriptor.serverMessages.map((each) => [each.id, each]));
  /** The topics to which clients have subscribed. */
  const asked = new Map<string, AskedTopic>();
  const loaded = new WeakSet<object>();
  const unsent = new Set<string>();
  let turn = 0;

  const topics = Object.entries(kinds).map(([name, topic]) => [
    topic.method ?? name,
    {
      open(parameters: Parameters) {
        const key = JSON.stringify([name, parameters]);
        if (Object.hasOwn(books, name)) {
          const book = server.book(topic.method ?? name, parameters);
          // Subscriptions with a different depth use the same book, so load it only once.
          if (!loaded.has(book)) book.load(firstLevels);
          loaded.add(book);
        }
        asked.set(key, { topic: name, parameters });
        return true;
      },
    },
  ]);

  function noteUnsent(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (!unsent.has(message)) onUnsent(`${descriptor.id}: ${message}`);
    unsent.add(message);
  }

  const server = createFeedServer(descriptor, {
    topics: Object.fromEntries(topics),
    requestHandlers,
    admit: () => "anybody",
    fill: Object.fromEntries(
      descriptor.serverMessages.map((message) => {
        const value = message.codec.toWire?.(sample([message], 0)) ?? sample([message], 0);
        const filled: Readonly<Record<FeedPointer, unknown>> = filledMembers(descriptor, value);
        return [message.id, () => filled];
      }),
    ),
    onEvent(event) {
      if (event.type === "invalid" || event.type === "failed") noteUnsent(event.error);
    },
  });

  function moveTopic({ topic, parameters }: AskedTopic): void {
    const { method = topic, messages = [] } = kinds[topic] ?? {};
    const book = Object.hasOwn(books, topic) ? books[topic] : undefined;
    if (book !== undefined) {
      // The amount changes with each turn (1 to 9), so that each update changes the book.
      server.book(method, parameters).set({ bids: [["0.4", `${1 + (turn % 9)}`]] });
    }
    // Skip the messages of the order book, because the server sends them itself.
    const inBook = JSON.stringify(book ?? {});
    const own = messages.flatMap((id) =>
      inBook.includes(JSON.stringify(id)) ? [] : (messageOf.get(id) ?? []),
    );
    const message = own[turn % Math.max(1, own.length)];
    const value = message && sample([message], turn);
    if (message !== undefined && value !== undefined)
      server.publish(method, parameters, message.id, value);
  }

  const timer = setInterval(() => {
    for (const each of asked.values()) {
      try {
        moveTopic(each);
      } catch (error) {
        noteUnsent(error);
      }
    }
    turn += 1;
  }, intervalMs);
  return {
    server,
    answer({ method = "GET", url = "/" }, response) {
      const target = URL.parse(url, "http://mock");
      if (target === null || (method !== "GET" && method !== "HEAD")) return false;
      const answer = server.answer(new Request(target, { method }));
      if (answer === undefined) return false;
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      answer.arrayBuffer().then((body) => response.end(new Uint8Array(body)), noteUnsent);
      return true;
    },
    stop() {
      clearInterval(timer);
      server.close();
    },
  };
}
