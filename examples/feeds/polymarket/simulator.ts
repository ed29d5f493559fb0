// A simulated Polymarket (the market channel), written after its documentation:
// docs.polymarket.com, the pages and the AsyncAPI document of the market channel.
//
// A market has two assets, whose books mirror each other: a bid for one is an ask for the other.
// Changes are sent for both to every client that has subscribed to one of them. Nothing is
// numbered: a `book` comes after trades. Where the documentation leaves something open: the first
// books come as one array, as recorded frames show. Other events, such as new markets, are not
// simulated.

import { createHash } from "node:crypto";
import type { ExchangeLine } from "../exchange-line.ts";
import {
  type ChangedLevel,
  type LevelSession,
  type LevelVenue,
  levelTraits,
  type MarketStep,
  simulateLevels,
} from "../level-venue.ts";
import { decimalText } from "../scaled-number.ts";
import type { BookTruth, SimulatedVenue, SimulatorOptions, TrueBook } from "../simulator.ts";

const HABITS = {
  "no-pong": "The text `PING` is answered by the text `PONG`.",
  "no-snapshot": "A `book` comes when an asset is first subscribed to.",
  "ignores-unsubscribe": "Nothing more comes of an asset after an `unsubscribe` operation.",
} as const;

const INCIDENTS = {
  drop: "Every change of a level is sent.",
  double: "A change of a level is sent once.",
  reorder: "Changes are sent in order.",
  stall: "The text `PING` is answered by the text `PONG`.",
  cut: "A connection ends with a close frame; after any end, clients connect again.",
  age: "A connection may be closed at any time, and clients connect again.",
} as const;

type Habit = keyof typeof HABITS;

/** The conditions of markets, each with the names of its two assets. */
const ASSETS: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  "0x5f65177b394277fd": [
    "71321045679252212594626385532706912750332728571942532289631379312",
    "52114319501245915516055106046884209969926127482827954674443846427",
  ],
  "0xbd31dc8a20211944": [
    "65818619657568813474341868652308942079804919287380422192892211131",
    "10381762938475610293847561029384756102938475610293847561029384756",
  ],
};

/** Creates a simulated Polymarket. Connections are to `/ws/market`. */
export function simulatePolymarket(options: SimulatorOptions): SimulatedVenue {
  return simulateLevels(options, {
    path: "/ws/market",
    traits: Object.keys(ASSETS).map((condition) => ({
      ...levelTraits(condition, 4, 5_000),
      orders: 14,
    })),
    topics: Object.values(ASSETS).flat(),
    book(asset, markets) {
      const condition = conditionOf(asset) ?? "";
      const book = markets.get(condition)?.book() ?? { bids: [], asks: [] };
      return ASSETS[condition]?.[0] === asset ? book : mirrored(book);
    },
    habits: HABITS,
    incidents: INCIDENTS,
    open: (line, venue) => new Session(line, venue),
  });
}

function conditionOf(asset: string): string | undefined {
  return Object.keys(ASSETS).find((condition) => ASSETS[condition]?.includes(asset));
}

/** Returns the price of the other asset. */
function opposite(price: string): string {
  return decimalText(10_000 - Math.round(Number(price) * 10_000), 4);
}

function mirrored({ bids, asks }: TrueBook): TrueBook {
  const [first, second] = [asks, bids].map((side) =>
    side.map(([price, amount]) => [opposite(price), amount] as const),
  );
  return { bids: first ?? [], asks: second ?? [] };
}

class Session implements LevelSession {
  readonly #line: ExchangeLine;
  readonly #venue: LevelVenue<Habit>;
  readonly #assets: Set<string> = new Set();

  constructor(line: ExchangeLine, venue: LevelVenue<Habit>) {
    this.#line = line;
    this.#venue = venue;
  }

  receive(text: string): void {
    const { habits } = this.#venue;
    if (text === "PING") {
      if (!habits.has("no-pong")) this.#line.send("PONG");
      return;
    }
    const { assets_ids = [], operation, type } = JSON.parse(text);
    const known = assets_ids.filter((asset: string) => conditionOf(asset) !== undefined);
    if (operation === "unsubscribe" && !habits.has("ignores-unsubscribe")) {
      for (const asset of known) this.#assets.delete(asset);
    }
    if (operation !== "subscribe" && type !== "market") return;
    for (const asset of known) this.#assets.add(asset);
    if (known.length === 0 || habits.has("no-snapshot")) return;
    const books = known.map((asset: string) => this.#bookOf(asset));
    this.#send(known.length === 1 ? books[0] : books, known);
  }

  publish({ market, levels, trades }: MarketStep): void {
    const { name } = market.traits;
    const [yes = "", no = ""] = ASSETS[name] ?? [];
    const own = [yes, no].filter((asset) => this.#assets.has(asset));
    if (own.length === 0 || levels.length === 0) return;
    const [first, second] = [yes, no].map((asset) => this.#venue.book(asset));
    const price_changes = levels.flatMap((level) => [
      changeOf(yes, first, level),
      changeOf(no, second, {
        ...level,
        side: level.side === "bid" ? "ask" : "bid",
        price: opposite(level.price),
      }),
    ]);
    const timestamp = String(this.#venue.clock.now());
    const event = { market: name, price_changes, timestamp, event_type: "price_change" };
    this.#send(event, own);
    if (trades.length === 0 || this.#venue.random.chance(0.5)) return;
    for (const asset of own) {
      const [last] = trades.slice(-1);
      const side = last?.takerBuys === (asset === yes) ? "BUY" : "SELL";
      const price = asset === yes ? last?.price : opposite(last?.price ?? "0");
      const rest = { size: last?.amount, side, fee_rate_bps: "0", timestamp };
      this.#send(
        { market: name, asset_id: asset, event_type: "last_trade_price", price, ...rest },
        [],
      );
      this.#send(this.#bookOf(asset), [asset]);
    }
  }

  /** Returns the event of a whole book, worst levels first, whose prices have no leading zero. */
  #bookOf(asset_id: string): object {
    const book = this.#venue.book(asset_id);
    const [bids, asks] = [book.bids, book.asks].map((side) =>
      side.map(([price, size]) => ({ price: price.replace(/^0/, ""), size })).reverse(),
    );
    const timestamp = String(this.#venue.clock.now());
    const event = { market: conditionOf(asset_id), asset_id, timestamp, hash: "", bids, asks };
    const hash = sha1(JSON.stringify(event));
    return { ...event, hash, event_type: "book" };
  }

  #send(event: unknown, assets: readonly string[]): void {
    const truths = assets.map((market): BookTruth => ({ market, book: this.#venue.book(market) }));
    this.#line.sendNumbered(JSON.stringify(event), truths);
  }
}

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}

function changeOf(
  asset_id: string,
  book: TrueBook | undefined,
  { side, price, amount: size }: ChangedLevel,
): object {
  const [best_bid = "0", best_ask = "1"] = [book?.bids[0]?.[0], book?.asks[0]?.[0]];
  const word = side === "bid" ? "BUY" : "SELL";
  const hash = sha1(`${asset_id} ${price} ${size}`);
  return { asset_id, price, size, side: word, hash, best_bid, best_ask };
}
