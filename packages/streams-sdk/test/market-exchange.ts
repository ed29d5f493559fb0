// Markets whose books change at random, served over loopback, with each book at each number.

import { decimalFromNanos } from "@specwright/runtime";
import type { SeededRandom } from "@specwright/runtime/testing";
import { OrderBook } from "@specwright/streams/books";
import { createMemoryLog } from "@specwright/streams/log";
import { createKeyedBroadcast, createStreamServer } from "@specwright/streams/server";
import { createAccessKey } from "@specwright/streams/signing";
import { channels, marketData } from "@specwright/streams-api/server";
import type { BookLevel } from "@specwright/streams-api/types";

export const key = { ...createAccessKey(), brokerId: "b1" };

export interface MarketExchange {
  readonly url: string;
  /** Changes a market at random: a diff, a trade or, now and then, a broadcast snapshot. */
  step(): void;
  /** Returns the book of a market at a number. */
  at(market: string, mdSeq: bigint): OrderBook | undefined;
  /** Returns the last number of a market. */
  last(market: string): bigint;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function startMarkets(
  markets: readonly string[],
  random: SeededRandom,
): Promise<MarketExchange> {
  const books = new Map(markets.map((market) => [market, new OrderBook()]));
  const history = new Map(markets.map((market) => [market, new Map<bigint, OrderBook>()]));
  const numbers = new Map(markets.map((market) => [market, 0n]));
  const bookOf = (market: string): OrderBook => books.get(market) ?? new OrderBook();
  const source = createKeyedBroadcast({
    channel: marketData,
    knows: (market) => books.has(market),
    snapshot: (market_id) => ({
      type: "book_snapshot" as const,
      market_id,
      ...bookOf(market_id).snapshot(),
    }),
  });
  // Some prices and quantities fit no double, so that books change their representation.
  const nanos = (): bigint =>
    random.chance(0.02)
      ? 10n ** 18n + BigInt(random.below(1000))
      : BigInt(random.below(40) + 1) * 10_000_000n;
  const level = (): BookLevel => ({
    price: decimalFromNanos(nanos()),
    qty: decimalFromNanos(random.chance(0.4) ? 0n : nanos()),
  });
  const side = (): BookLevel[] => Array.from({ length: random.below(4) }, level);

  function note(market: string, mdSeq: bigint): void {
    const copy = new OrderBook();
    copy.applySnapshot(bookOf(market).snapshot());
    history.get(market)?.set(mdSeq, copy);
    numbers.set(market, mdSeq);
  }

  let server: ReturnType<typeof createStreamServer> | undefined;
  let url = "";
  let port = 0;
  const exchange: MarketExchange = {
    get url() {
      return url;
    },
    step() {
      const market_id = markets[random.below(markets.length)] ?? "";
      const odds = random.next();
      if (odds < 0.02) {
        note(market_id, source.broadcastSnapshot(market_id));
      } else if (odds < 0.2) {
        const { price, qty } = level();
        const trade_id = `trade-number-${random.below(1000)}`;
        const trade = {
          type: "trade",
          market_id,
          trade_id,
          price,
          qty,
          taker_side: "BUY",
        } as const;
        note(market_id, source.broadcast(trade));
      } else {
        const diff = { bids: side(), asks: side() };
        bookOf(market_id).applyDiff(diff);
        note(market_id, source.broadcast({ type: "book_diff", market_id, ...diff }));
      }
    },
    at: (market, mdSeq) => (mdSeq === 0n ? new OrderBook() : history.get(market)?.get(mdSeq)),
    last: (market) => numbers.get(market) ?? 0n,
    async stop() {
      await server?.close();
      server = undefined;
    },
    async start() {
      server = createStreamServer({
        channels,
        log: createMemoryLog(),
        subscriptions: { marketData: source },
        lookupKey: (accessKey) => (accessKey === key.accessKey ? key : undefined),
        settings: { reconnectWindowMs: 0, maxConnectionsPerKey: 1000, heartbeatMs: 40 },
      });
      ({ url, port } = await server.listen({ port }));
    },
  };
  await exchange.start();
  return exchange;
}
