// A stream server for tests of clients, over loopback, that can be killed and restarted.

import type { StreamEvent } from "@specwright/runtime";
import type { StreamTransport } from "@specwright/runtime/codegen";
import { type StreamTransportOptions, streamTransport } from "@specwright/streams/client";
import { createMemoryLog, type SequencedLog } from "@specwright/streams/log";
import {
  createKeyedBroadcast,
  createPublisher,
  createStreamServer,
  type KeyedBroadcast,
  type Publisher,
  type StreamGatewayOptions,
  type StreamServer,
} from "@specwright/streams/server";
import { createAccessKey } from "@specwright/streams/signing";
import { chat } from "../sample-channels/chat.ts";
import { type BookDiff, type BookSnapshot, marketData } from "../sample-channels/market-data.ts";
import { orders } from "../sample-channels/sequenced-channels.ts";

export const alice = { ...createAccessKey(), brokerId: "b1" };

export interface Exchange {
  readonly log: SequencedLog;
  readonly publisher: Publisher;
  readonly books: KeyedBroadcast<BookSnapshot | BookDiff, "md_seq" | "ts_ns">;
  url(): string;
  server(): StreamServer;
  publish(orderId: string, market?: string): Promise<bigint>;
  publishMany(count: number): Promise<void>;
  add(market: string, amount: number): bigint;
  /** Stops the server as a deployment would. */
  stop(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
}

const running: Exchange[] = [];

export async function startExchange(
  options: Partial<StreamGatewayOptions> & { readonly log?: SequencedLog } = {},
): Promise<Exchange> {
  const log = options.log ?? createMemoryLog();
  const publisher = createPublisher({ log });
  const totals = new Map(["A", "B", "C"].map((key) => [key, 0]));
  const books = createKeyedBroadcast({
    channel: marketData,
    knows: (key) => totals.has(key),
    snapshot: (market_id) => ({
      type: "book_snapshot" as const,
      market_id,
      total: totals.get(market_id) ?? 0,
    }),
  });
  let server: StreamServer | undefined;
  let url = "";
  let port = 0;

  const exchange: Exchange = {
    log,
    publisher,
    books,
    url: () => url,
    server() {
      if (server === undefined) throw new Error("the server is stopped");
      return server;
    },
    publish: (order_id, market = "M1") =>
      publisher.publish(orders, {
        brokerId: "b1",
        message: { type: "order_update", payload: { order_id } },
        keys: { market: [market] },
      }),
    async publishMany(count) {
      await Promise.all(Array.from({ length: count }, (_, at) => exchange.publish(`o${at}`)));
    },
    add(market_id, amount) {
      totals.set(market_id, (totals.get(market_id) ?? 0) + amount);
      return books.broadcast({ type: "book_diff", market_id, add: amount });
    },
    async stop() {
      await server?.close();
      server = undefined;
    },
    async start() {
      server = createStreamServer({
        channels: [orders, marketData, chat],
        log,
        subscriptions: { marketData: books },
        handlers: {
          async chat(stream) {
            for await (const line of stream) await stream.send(line);
          },
        },
        lookupKey: (accessKey) => (accessKey === alice.accessKey ? alice : undefined),
        ...options,
        settings: { reconnectWindowMs: 0, ...options.settings },
      });
      ({ url, port } = await server.listen({ port }));
    },
  };
  await exchange.start();
  running.push(exchange);
  return exchange;
}

export async function stopExchanges(): Promise<void> {
  await Promise.all(running.splice(0).map((exchange) => exchange.stop()));
}

export interface Client {
  readonly transport: StreamTransport;
  readonly events: StreamEvent[];
  /** Resolves with the first event that fits, past or future. */
  until(fits: Partial<StreamEvent>): Promise<StreamEvent>;
}

export function clientOf(url: string, options: Partial<StreamTransportOptions> = {}): Client {
  const events: StreamEvent[] = [];
  let wake = (): void => {};
  const transport = streamTransport({
    url,
    ...alice,
    // Reconnects at once, so that no test waits.
    random: () => 0,
    onEvent(event) {
      events.push(event);
      wake();
    },
    ...options,
  });
  return {
    transport,
    events,
    async until(fits) {
      for (;;) {
        const found = events.find((event) =>
          Object.entries(fits).every(([name, value]) => Reflect.get(event, name) === value),
        );
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

/** Takes messages until `count` of them match, and returns those. */
export async function take<T>(
  stream: AsyncIterable<T>,
  count: number,
  fits: (message: T) => boolean = () => true,
): Promise<T[]> {
  const iterator = stream[Symbol.asyncIterator]();
  const list: T[] = [];
  while (list.length < count) {
    const { done, value } = await iterator.next();
    if (done) throw new Error(`ended after ${list.length} of ${count}`);
    if (fits(value)) list.push(value);
  }
  return list;
}
