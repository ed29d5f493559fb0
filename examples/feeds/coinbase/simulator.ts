// A simulated Coinbase (Advanced Trade, market data), written after its documentation:
// docs.cdp.coinbase.com, the pages and the AsyncAPI document of the WebSocket channels.
//
// Where they leave something open: `sequence_num` starts at 0 on each connection and counts every
// frame but errors, as public clients have measured; a snapshot comes before the `subscriptions`
// frame of its request; an unknown product is refused by an error. A frame may have events of several
// products. Tickers, candles and the channels of a user are not simulated.

import type { ExchangeLine } from "../exchange-line.ts";
import {
  type ChangedLevel,
  type LevelSession,
  type LevelVenue,
  levelTraits,
  type MarketStep,
  simulateLevels,
  type WrittenTrade,
  withCorruption,
  writeTrades,
} from "../level-venue.ts";
import type { BookTruth, SimulatedVenue, SimulatorOptions } from "../simulator.ts";

const HABITS = {
  "no-acknowledgement": "Each request is answered by a `subscriptions` frame.",
  "no-heartbeat": "The channel `heartbeats` sends a frame every second.",
  "no-snapshot": "The first event of a product is a snapshot.",
  "sequence-skips-heartbeats": "`sequence_num` counts every frame, also heartbeats.",
  "ignores-unsubscribe": "Nothing more comes of a product after an `unsubscribe` message.",
} as const;

const INCIDENTS = {
  drop: "`sequence_num` rises by one with each frame.",
  double: "No `sequence_num` comes twice.",
  reorder: "Frames arrive in the order of their numbers.",
  corrupt: "`new_quantity` is the size at the price.",
  stall: "The channel `heartbeats` sends a frame every second.",
  cut: "A connection ends with a close frame; after any end, clients connect again.",
  age: "A connection may be closed at any time, and clients connect again.",
} as const;

type Habit = keyof typeof HABITS;

/** The channels that have products. */
const CHANNELS = ["level2", "market_trades"] as const;
type Channel = (typeof CHANNELS)[number];

const SIDES = { bids: "bid", asks: "ask" } as const;

const HEARTBEAT_MS = 1_000;
/** A connection without a subscription is closed after this time. */
const FIRST_REQUEST_MS = 5_000;

/** Creates a simulated Coinbase. Connections are to `/`. */
export function simulateCoinbase(options: SimulatorOptions): SimulatedVenue {
  return simulateLevels(options, {
    path: "/",
    traits: [
      levelTraits("BTC-USD", 2, 6_150_000),
      levelTraits("ETH-USD", 2, 314_500),
      levelTraits("SOL-USD", 3, 151_250),
      levelTraits("DOGE-USD", 5, 21_431),
    ],
    habits: HABITS,
    incidents: INCIDENTS,
    open: (line, venue) => new Session(line, venue),
  });
}

class Session implements LevelSession {
  readonly #line: ExchangeLine;
  readonly #venue: LevelVenue<Habit>;
  readonly #products: Readonly<Record<Channel, Set<string>>> = {
    level2: new Set(),
    market_trades: new Set(),
  };
  #beats: number | undefined;
  #sequence = 0;
  #waiting: { readonly event: object; readonly truth: BookTruth }[] = [];

  constructor(line: ExchangeLine, venue: LevelVenue<Habit>) {
    this.#line = line;
    this.#venue = venue;
    line.after(FIRST_REQUEST_MS, () => {
      const isUsed =
        this.#beats !== undefined || Object.values(this.#products).some(({ size }) => size > 0);
      if (!isUsed) line.close(1008, "No subscription");
    });
  }

  receive(text: string): void {
    const { type, channel, product_ids = [] } = JSON.parse(text);
    this.flush();
    const isOn = type === "subscribe";
    const unknown = product_ids.find((id: string) => !this.#venue.markets.has(id));
    let fault: string | undefined;
    if (!isOn && type !== "unsubscribe") fault = `${type} is not a valid type`;
    else if (channel === "heartbeats") this.#beat(isOn);
    else if (!isChannel(channel)) fault = `${channel} is not a valid channel`;
    else if (unknown !== undefined) fault = `${unknown} is not a valid product`;
    else for (const id of product_ids) this.#choose(isOn, channel, id);
    if (fault !== undefined) this.#line.send(JSON.stringify({ type: "error", message: fault }));
    else if (!this.#venue.habits.has("no-acknowledgement")) this.#acknowledge();
  }

  #acknowledge(): void {
    const subscriptions = Object.entries(this.#products).flatMap(([name, ids]) =>
      ids.size > 0 ? [[name, [...ids]]] : [],
    );
    if (this.#beats !== undefined) subscriptions.push(["heartbeats", ["heartbeats"]]);
    this.#send("subscriptions", [{ subscriptions: Object.fromEntries(subscriptions) }]);
  }

  publish({ market, levels, trades, book }: MarketStep): void {
    const { name } = market.traits;
    if (this.#products.market_trades.has(name) && trades.length > 0) {
      const event = { type: "update", trades: trades.map((trade) => tradeOf(name, trade)) };
      this.#send("market_trades", [event]);
    }
    if (!this.#products.level2.has(name) || levels.length === 0) return;
    const sent = withCorruption(this.#line, levels);
    const event = { type: "update", product_id: name, updates: this.#updates(sent) };
    this.#waiting.push({ event, truth: { market: name, book } });
    if (this.#venue.random.chance(0.5)) this.flush();
  }

  /** Sends the events that wait, in one frame. */
  flush(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    const truths = waiting.map(({ truth }) => truth);
    this.#send(
      "l2_data",
      waiting.map(({ event }) => event),
      truths,
    );
  }

  #choose(isOn: boolean, channel: Channel, id: string): void {
    const { habits, markets } = this.#venue;
    const market = markets.get(id);
    if (!isOn && !habits.has("ignores-unsubscribe")) this.#products[channel].delete(id);
    if (!isOn || market === undefined) return;
    this.#products[channel].add(id);
    if (habits.has("no-snapshot")) return;
    if (channel === "market_trades") {
      const trades = writeTrades(market, market.trades.slice(-5)).map((one) => tradeOf(id, one));
      this.#send("market_trades", [{ type: "snapshot", trades }]);
      return;
    }
    const book = this.#venue.book(id);
    const levels = (["bids", "asks"] as const).flatMap((name) =>
      book[name].map(([price, amount]) => ({ side: SIDES[name], price, amount })),
    );
    const event = { type: "snapshot", product_id: id, updates: this.#updates(levels) };
    this.#send("l2_data", [event], [{ market: id, book }]);
  }

  #updates(levels: readonly ChangedLevel[]): object[] {
    const event_time = this.#time();
    return levels.map(({ side, price, amount }) => ({
      side: side === "bid" ? "bid" : "offer",
      event_time,
      price_level: price,
      new_quantity: amount,
    }));
  }

  #beat(isWanted: boolean): void {
    const isNew = this.#beats === undefined;
    this.#beats = isWanted ? (this.#beats ?? 0) : undefined;
    if (!isNew || !isWanted) return;
    const beat = (): void => {
      if (this.#beats === undefined) return;
      const { habits } = this.#venue;
      if (habits.has("sequence-skips-heartbeats")) this.#sequence -= 1;
      const event = { current_time: this.#time(), heartbeat_counter: this.#beats };
      this.#beats += 1;
      if (!habits.has("no-heartbeat")) this.#send("heartbeats", [event]);
      this.#line.after(HEARTBEAT_MS, beat);
    };
    this.#line.after(HEARTBEAT_MS, beat);
  }

  #send(channel: string, events: readonly object[], truths: readonly BookTruth[] = []): void {
    const frame = { channel, timestamp: this.#time(), sequence_num: this.#sequence, events };
    this.#sequence += 1;
    this.#line.sendNumbered(JSON.stringify(frame), truths);
  }

  #time(): string {
    return new Date(this.#venue.clock.now()).toISOString();
  }
}

function isChannel(name: unknown): name is Channel {
  return CHANNELS.some((channel) => channel === name);
}

function tradeOf(product_id: string, trade: WrittenTrade): object {
  const { id: trade_id, price, amount: size, takerBuys, timeMs } = trade;
  const side = takerBuys ? "SELL" : "BUY";
  return { trade_id, product_id, price, size, side, time: new Date(timeMs).toISOString() };
}
