// A simulated dYdX (the WebSocket API of the indexer, v4), written after its documentation:
// docs.dydx.xyz, the pages of the indexer's WebSocket API.
//
// Books may be crossed for a while, because the indexer learns of a level's end later than of other
// changes. Where the documentation leaves something open: the text of errors; a client that does not
// answer pings is not disconnected here. Candles, subaccounts and rate limits are not simulated.

import type { SeededRandom } from "@specwright/runtime/testing";
import type { ExchangeLine } from "../exchange-line.ts";
import {
  type ChangedLevel,
  type LevelSession,
  type LevelVenue,
  type LevelView,
  levelTraits,
  type MarketStep,
  simulateLevels,
  type WrittenTrade,
  withCorruption,
  writeTrades,
} from "../level-venue.ts";
import type { Side } from "../order-market.ts";
import type { BookTruth, SimulatedVenue, SimulatorOptions, TrueBook } from "../simulator.ts";

const HABITS = {
  "no-acknowledgement": "An `unsubscribe` message is answered by `unsubscribed`.",
  "no-snapshot": "A `subscribed` message has the whole book.",
  "sequence-skips-batches": "`message_id` counts every message, also batches.",
  "ignores-unsubscribe": "Nothing more comes of a channel after its `unsubscribed` message.",
} as const;

const INCIDENTS = {
  drop: "`message_id` rises by one with each message.",
  double: "No `message_id` comes twice.",
  reorder: "Messages arrive in the order of their numbers.",
  corrupt: "A level has the size at its price.",
  stall: "The server sends a ping every 30 seconds.",
  cut: "A connection ends with a close frame; after any end, clients connect again.",
  age: "A connection may be closed at any time, and clients connect again.",
} as const;

type Habit = keyof typeof HABITS;

const PING_MS = 30_000;

/** Creates a simulated dYdX. Connections are to `/v4/ws`. */
export function simulateDydx(options: SimulatorOptions): SimulatedVenue {
  return simulateLevels(options, {
    path: "/v4/ws",
    traits: [
      levelTraits("BTC-USD", 0, 61_500),
      levelTraits("ETH-USD", 1, 31_450),
      levelTraits("SOL-USD", 3, 151_250),
    ],
    habits: HABITS,
    incidents: INCIDENTS,
    view: (market, random) => new LateView(market.book(), random),
    open: (line, venue) => new Session(line, venue),
  });
}

/** Shows the end of some levels only with the next change. */
class LateView implements LevelView {
  readonly #random: SeededRandom;
  readonly #sides: Readonly<Record<Side, Map<string, string>>>;
  #late: readonly ChangedLevel[] = [];

  constructor({ bids, asks }: TrueBook, random: SeededRandom) {
    this.#sides = { bid: new Map(bids), ask: new Map(asks) };
    this.#random = random;
  }

  show(levels: readonly ChangedLevel[]): readonly ChangedLevel[] {
    const isNew = ({ side, price }: ChangedLevel): boolean =>
      !levels.some((level) => level.side === side && level.price === price);
    const due = this.#late.filter(isNew);
    this.#late = levels.filter(({ amount }) => amount === "0" && this.#random.chance(0.3));
    const shown = [...due, ...levels.filter((level) => !this.#late.includes(level))];
    for (const { side, price, amount } of shown) {
      if (amount === "0") this.#sides[side].delete(price);
      else this.#sides[side].set(price, amount);
    }
    return shown;
  }

  book(): TrueBook {
    const [bids, asks] = [this.#sides.bid, this.#sides.ask].map((side) =>
      [...side].sort(([one], [other]) => Number(one) - Number(other)),
    );
    return { bids: bids?.reverse() ?? [], asks: asks ?? [] };
  }
}

interface Subscription {
  readonly channel: string;
  readonly id: string;
  readonly isBatched: boolean;
}

class Session implements LevelSession {
  readonly #line: ExchangeLine;
  readonly #venue: LevelVenue<Habit>;
  readonly #connection: string;
  readonly #subscriptions: Map<string, Subscription> = new Map();
  #messages = 0;

  constructor(line: ExchangeLine, venue: LevelVenue<Habit>) {
    this.#line = line;
    this.#venue = venue;
    this.#connection = venue.random.uuid();
    line.every(PING_MS, () => line.ping(""));
    this.#send({ type: "connected" });
  }

  receive(text: string): void {
    const { type, channel, id, batched = false } = JSON.parse(text);
    const key = `${channel} ${id}`;
    const market = this.#venue.markets.get(id);
    let fault: string | undefined;
    if (type !== "subscribe" && type !== "unsubscribe") fault = `invalid type ${type}`;
    else if (channel !== "v4_orderbook" && channel !== "v4_trades")
      fault = `invalid channel ${channel}`;
    else if (market === undefined) fault = `invalid id ${id}`;
    else if (type === "unsubscribe") this.#unsubscribe(channel, id);
    else if (this.#subscriptions.has(key)) fault = `already subscribed (${channel}-${id})`;
    else {
      this.#subscriptions.set(key, { channel, id, isBatched: batched });
      this.#sendState(channel, id);
    }
    if (fault !== undefined) this.#send({ type: "error", message: `Invalid message: ${fault}` });
  }

  publish({ market, levels, trades, book }: MarketStep): void {
    const { name } = market.traits;
    const truths = [{ market: name, book }];
    const books = this.#subscriptions.get(`v4_orderbook ${name}`);
    const changes = withCorruption(this.#line, levels).map(({ side, price, amount }) => ({
      [side === "bid" ? "bids" : "asks"]: [[price, amount]],
    }));
    if (books !== undefined) this.#sendData(books, changes, truths);
    const traded = this.#subscriptions.get(`v4_trades ${name}`);
    const contents = trades.map((trade) => ({ trades: [tradeOf(trade)] }));
    if (traded !== undefined) this.#sendData(traded, contents, []);
  }

  #unsubscribe(channel: string, id: string): void {
    const { habits } = this.#venue;
    if (!habits.has("ignores-unsubscribe")) this.#subscriptions.delete(`${channel} ${id}`);
    if (!habits.has("no-acknowledgement")) this.#send({ type: "unsubscribed", channel, id });
  }

  /** Answers a subscription by the state of its market. */
  #sendState(channel: string, id: string): void {
    const { habits, markets, book } = this.#venue;
    const market = markets.get(id);
    const trades = market === undefined ? [] : writeTrades(market, market.trades.slice(-5));
    const shown = book(id);
    const [bids, asks] = [shown.bids, shown.asks].map((side) =>
      habits.has("no-snapshot") ? [] : side.map(([price, size]) => ({ price, size })),
    );
    const isBook = channel === "v4_orderbook";
    const contents = isBook ? { bids, asks } : { trades: trades.map(tradeOf) };
    const truths = isBook ? [{ market: id, book: shown }] : [];
    this.#send({ type: "subscribed", channel, id, contents }, truths);
  }

  /** Sends contents: in one message if the client has asked for batches. */
  #sendData(
    { channel, id, isBatched }: Subscription,
    contents: readonly object[],
    truths: readonly BookTruth[],
  ): void {
    const head = { channel, id, version: "1.0.0" };
    if (contents.length === 0) return;
    if (isBatched) {
      if (this.#venue.habits.has("sequence-skips-batches")) this.#messages -= 1;
      this.#send({ type: "channel_batch_data", ...head, contents }, truths);
      return;
    }
    for (const [at, each] of contents.entries()) {
      const isLast = at === contents.length - 1;
      this.#send({ type: "channel_data", ...head, contents: each }, isLast ? truths : []);
    }
  }

  #send(
    { type, ...rest }: Readonly<Record<string, unknown>>,
    truths: readonly BookTruth[] = [],
  ): void {
    const numbers = { connection_id: this.#connection, message_id: this.#messages };
    this.#messages += 1;
    this.#line.sendNumbered(JSON.stringify({ type, ...numbers, ...rest }), truths);
  }
}

function tradeOf({ id, price, amount, takerBuys, timeMs }: WrittenTrade): object {
  const side = takerBuys ? "BUY" : "SELL";
  const createdAt = new Date(timeMs).toISOString();
  return { id, side, size: amount, price, type: "LIMIT", createdAt, createdAtHeight: "45487245" };
}
