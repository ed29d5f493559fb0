// A simulated Hyperliquid (market data), written after its documentation: hyperliquid.gitbook.io, the
// pages of the WebSocket API.
//
// Each frame has the best 20 levels of a whole book, and its time. It does not say how many figures its
// prices were rounded to, so that two subscriptions of one connection to a coin cannot be told apart.
// Where the documentation leaves something open: every move of a market is a block, whose time is later
// than that of the one before; the texts of errors. Users, candles and orders are not simulated.

import type { ExchangeLine } from "../exchange-line.ts";
import {
  type LevelSession,
  type LevelVenue,
  levelTraits,
  type MarketStep,
  simulateLevels,
  type WrittenTrade,
} from "../level-venue.ts";
import { type OrderMarket, SIDES } from "../order-market.ts";
import { decimalText } from "../scaled-number.ts";
import type { SimulatedVenue, SimulatorOptions, TrueBook } from "../simulator.ts";

const HABITS = {
  "no-acknowledgement": "Each request is answered by a `subscriptionResponse`.",
  "no-pong": "A `ping` is answered by a `pong`.",
  "more-levels": "A side of a book has at most 20 levels.",
  "ignores-unsubscribe": "Nothing more comes of a subscription after its end is confirmed.",
} as const;

const INCIDENTS = {
  drop: "Each block is sent, if half a second has passed.",
  double: "The time of a book is later than that of the one before.",
  reorder: "The time of a book is later than that of the one before.",
  stall: "A `ping` is answered by a `pong`.",
  cut: "A connection ends with a close frame; after any end, clients connect again.",
  age: "A connection may be closed at any time, and clients connect again.",
} as const;

type Habit = keyof typeof HABITS;

const MOST_LEVELS = 20;
/** A client that has sent nothing for so long is disconnected. */
const SILENCE_MS = 60_000;

/** The topics with books: a coin, and the figures that its prices are rounded to. */
const TOPICS = ["BTC", "BTC/3", "BTC/2", "ETH", "ETH/4", "SOL"];

/** Creates a simulated Hyperliquid. Connections are to `/ws`. */
export function simulateHyperliquid(options: SimulatorOptions): SimulatedVenue {
  return simulateLevels(options, {
    path: "/ws",
    traits: [
      levelTraits("BTC", 0, 61_500),
      levelTraits("ETH", 1, 31_450),
      levelTraits("SOL", 2, 15_125),
    ],
    topics: TOPICS,
    book(topic, markets) {
      const [coin = "", figures] = topic.split("/");
      return shownBook(markets.get(coin), figures);
    },
    habits: HABITS,
    incidents: INCIDENTS,
    open: (line, venue) => new Session(line, venue),
  });
}

/** Returns the best levels of a book, whose prices are rounded away from the spread. */
function shownBook(market: OrderMarket | undefined, figures: string | undefined): TrueBook {
  if (market === undefined) return { bids: [], asks: [] };
  const { priceDecimals, amountDecimals } = market.traits;
  const [bids = [], asks = []] = SIDES.map((side) => {
    const [best] = market.orders(side);
    const digits = String(best?.price ?? 1).length;
    const step = figures === undefined ? 1 : 10 ** Math.max(0, digits - Number(figures));
    return market
      .levels(side, step)
      .slice(0, MOST_LEVELS)
      .map(
        ({ price, amount }) =>
          [decimalText(price, priceDecimals), decimalText(amount, amountDecimals)] as const,
      );
  });
  return { bids, asks };
}

interface Subscription {
  readonly type: string;
  readonly coin: string;
  readonly nSigFigs?: number | null;
}

class Session implements LevelSession {
  readonly #line: ExchangeLine;
  readonly #venue: LevelVenue<Habit>;
  readonly #subscriptions: Map<string, Subscription> = new Map();
  #time = 0;
  #cancelEnd: () => void = () => {};

  constructor(line: ExchangeLine, venue: LevelVenue<Habit>) {
    this.#line = line;
    this.#venue = venue;
    this.#awaitRequest();
  }

  receive(text: string): void {
    this.#awaitRequest();
    const { method, subscription } = JSON.parse(text);
    const { habits, markets } = this.#venue;
    if (method === "ping") {
      if (!habits.has("no-pong")) this.#line.send(JSON.stringify({ channel: "pong" }));
      return;
    }
    const key = JSON.stringify(subscription);
    const isNew = method === "subscribe";
    const isKnown =
      ["l2Book", "trades"].includes(subscription?.type) && markets.has(subscription.coin);
    let fault: string | undefined;
    if (!isKnown || (!isNew && method !== "unsubscribe")) fault = `Invalid subscription ${text}`;
    else if (isNew && this.#subscriptions.has(key)) fault = `Already subscribed: ${key}`;
    else if (!isNew && !this.#subscriptions.has(key)) fault = `Already unsubscribed: ${key}`;
    if (fault !== undefined) {
      this.#line.send(JSON.stringify({ channel: "error", data: fault }));
      return;
    }
    if (isNew) this.#subscriptions.set(key, subscription);
    else if (!habits.has("ignores-unsubscribe")) this.#subscriptions.delete(key);
    if (!habits.has("no-acknowledgement")) {
      const defaults = subscription.type === "l2Book" ? { nSigFigs: null, mantissa: null } : {};
      const data = { method, subscription: { ...defaults, ...subscription } };
      this.#line.send(JSON.stringify({ channel: "subscriptionResponse", data }));
    }
    if (isNew && subscription.type === "l2Book") this.#sendBook(subscription);
  }

  publish({ market, trades }: MarketStep): void {
    const { name } = market.traits;
    for (const subscription of this.#subscriptions.values()) {
      if (subscription.coin !== name) continue;
      if (subscription.type === "l2Book") this.#sendBook(subscription);
      else if (trades.length > 0) {
        const data = trades.map((trade) => tradeOf(name, trade));
        this.#line.sendNumbered(JSON.stringify({ channel: "trades", data }), []);
      }
    }
  }

  #sendBook({ coin, nSigFigs }: Subscription): void {
    const { habits, clock, book: bookOf } = this.#venue;
    const topic = typeof nSigFigs === "number" ? `${coin}/${nSigFigs}` : coin;
    const book = bookOf(topic);
    this.#time = Math.max(this.#time + 1, clock.now());
    const levels = [book.bids, book.asks].map((side) => side.map(([px, sz]) => ({ px, sz, n: 1 })));
    if (habits.has("more-levels")) levels[0]?.push({ px: "0.01", sz: "1", n: 1 });
    const frame = { channel: "l2Book", data: { coin, time: this.#time, levels } };
    this.#line.sendNumbered(JSON.stringify(frame), [{ market: topic, book }]);
  }

  /** Ends the connection unless a request comes in time. */
  #awaitRequest(): void {
    this.#cancelEnd();
    this.#cancelEnd = this.#line.after(SILENCE_MS, () => this.#line.close(1000, "Inactive"));
  }
}

function tradeOf(coin: string, { id, price, amount, takerBuys, timeMs }: WrittenTrade): object {
  const hash = `0x${id.padStart(64, "0")}`;
  return {
    coin,
    side: takerBuys ? "B" : "A",
    px: price,
    sz: amount,
    hash,
    time: timeMs,
    tid: Number(id),
  };
}
