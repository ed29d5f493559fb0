// A subscription of a Kraken book. Clients cut their book to the depth after each message: a level
// that falls out of it is not deleted, but one that comes back into it is sent.

import { type MarketEvent, type OrderMarket, SIDES, type Side } from "../../order-market.ts";
import { decimalText, fixedText } from "../../scaled-number.ts";
import type { TrueBook } from "../../simulator.ts";
import { bookChecksum, COVERED_LEVELS, type SentLevel } from "./checksum.ts";
import type { Writable } from "./write-json.ts";

/** The depths of a book. */
export const DEPTHS: readonly number[] = [10, 25, 100, 500, 1000];

/** A quantity of a price, in units and ticks. */
type Level = readonly [price: number, amount: number];

type Sides = Readonly<Record<Side, readonly Level[]>>;

/** How the messages of a book are to be wrong. */
export interface BookFaults {
  readonly wrongChecksum: boolean;
  /** Levels that come back into the depth are not sent. */
  readonly noRefill: boolean;
  /** Numbers lose their trailing zeros. */
  readonly trimmed: boolean;
}

export interface BookMessage {
  readonly data: Writable;
  /** The message with another quantity of a level that the checksum covers, if it has one. */
  readonly corrupted?: Writable;
}

/** The book of a subscription. */
export class BookChannel {
  readonly market: OrderMarket;
  readonly depth: number;
  #known: Sides = { bid: [], ask: [] };

  constructor(market: OrderMarket, depth: number) {
    this.market = market;
    this.depth = depth;
  }

  /** Returns the book as a snapshot. */
  snapshot(faults: BookFaults): Writable {
    this.#known = this.#current();
    return this.#message(this.#known, faults, undefined);
  }

  /** Returns the message about events of the market, or undefined if they concern no level of it. */
  update(
    events: readonly MarketEvent[],
    faults: BookFaults,
    timestamp: string,
  ): BookMessage | undefined {
    const before = this.#known;
    const now = this.#current();
    this.#known = now;
    const [bid = [], ask = []] = SIDES.map((side) =>
      changes(before[side], now[side], eventsOf(events, side, this.market), faults.noRefill),
    );
    if (bid.length === 0 && ask.length === 0) return undefined;
    const sides = { bid, ask };
    const data = this.#message(sides, faults, timestamp);
    const corrupted = corrupt(sides, now);
    return corrupted === undefined
      ? { data }
      : { data, corrupted: this.#message(corrupted, faults, timestamp) };
  }

  /** Returns what the client has, as text. */
  book(): TrueBook {
    const { priceDecimals, amountDecimals } = this.market.traits;
    const [bids = [], asks = []] = SIDES.map((side) =>
      this.#known[side].map(
        ([price, amount]) =>
          [decimalText(price, priceDecimals), decimalText(amount, amountDecimals)] as const,
      ),
    );
    return { bids, asks };
  }

  #current(): Sides {
    const [bid = [], ask = []] = SIDES.map((side) => {
      const levels = this.market.levels(side).slice(0, this.depth);
      return levels.map(({ price, amount }): Level => [price, amount]);
    });
    return { bid, ask };
  }

  #message(sides: Sides, faults: BookFaults, timestamp: string | undefined): Writable {
    const { name, priceDecimals, amountDecimals } = this.market.traits;
    const write = faults.trimmed ? decimalText : fixedText;
    const sent = (levels: readonly Level[]): Writable[] =>
      levels.map(([price, amount]) => ({
        price: { digits: write(price, priceDecimals) },
        qty: { digits: write(amount, amountDecimals) },
      }));
    const fixed = (levels: readonly Level[]): SentLevel[] =>
      levels.map(([price, amount]) => [
        fixedText(price, priceDecimals),
        fixedText(amount, amountDecimals),
      ]);
    const right = bookChecksum(fixed(this.#known.bid), fixed(this.#known.ask));
    const checksum = faults.wrongChecksum ? (right ^ 1) >>> 0 : right;
    return { symbol: name, bids: sent(sides.bid), asks: sent(sides.ask), checksum, timestamp };
  }
}

interface SideEvents {
  /** The levels that events have changed, in order; a price may come several times. */
  readonly levels: readonly Level[];
  readonly exists: (price: number) => boolean;
}

function eventsOf(events: readonly MarketEvent[], side: Side, market: OrderMarket): SideEvents {
  const own = events.filter(({ order }) => order.side === side);
  const prices = new Set(market.orders(side).map(({ price }) => price));
  return {
    levels: own.map(({ order, levelAmount }) => [order.price, levelAmount]),
    exists: (price) => prices.has(price),
  };
}

/** Returns the levels to be sent: those that have changed, and at last how they are now. */
function changes(
  before: readonly Level[],
  now: readonly Level[],
  { levels, exists }: SideEvents,
  noRefill: boolean,
): Level[] {
  const had = new Map(before);
  const has = new Map(now);
  const touched = new Set(levels.map(([price]) => price));
  const final = new Map<number, number>();
  for (const [price] of before) if (!has.has(price) && !exists(price)) final.set(price, 0);
  for (const [price, amount] of now) {
    const refill = !had.has(price) && !touched.has(price);
    if (had.get(price) !== amount && !(refill && noRefill)) final.set(price, amount);
  }
  // The states of a level in between are sent too, if its last state differs from the client's.
  const sent: Level[] = [];
  const sentPrices = new Set(had.keys());
  for (const level of levels) {
    const [price, amount] = level;
    // Nothing is deleted that the client does not have.
    if (!final.has(price) || (amount === 0 && !sentPrices.has(price))) continue;
    sent.push(level);
    if (amount === 0) sentPrices.delete(price);
    else sentPrices.add(price);
  }
  for (const level of final) {
    const last = sent.findLast(([price]) => price === level[0]);
    if (last?.[1] !== level[1]) sent.push(level);
  }
  return sent;
}

/** Returns the changes with another quantity of a level, unless the checksum covers none of them. */
function corrupt(sides: Sides, now: Sides): Sides | undefined {
  for (const side of SIDES) {
    const covered = new Set(now[side].slice(0, COVERED_LEVELS).map(([price]) => price));
    const at = sides[side].findLastIndex(([price, amount]) => amount > 0 && covered.has(price));
    const level = sides[side][at];
    if (level === undefined) continue;
    const changed: Level = [level[0], level[1] + 1];
    return { ...sides, [side]: sides[side].with(at, changed) };
  }
  return undefined;
}
