// A busy market of single orders, which moves at random. Venues that publish price levels add the
// orders up.

import type { Clock } from "@specwright/runtime";
import type { SeededRandom } from "@specwright/runtime/testing";
import { decimalText } from "./scaled-number.ts";
import type { TrueBook } from "./simulator.ts";

/** A side of a book. */
export type Side = "bid" | "ask";

/** Both sides, in the order in which venues list them. */
export const SIDES: readonly Side[] = ["bid", "ask"];

/**
 * The properties of a market. Prices are in ticks of 10^-`priceDecimals`, amounts in units
 * likewise.
 */
export interface MarketTraits {
  readonly name: string;
  readonly base: string;
  readonly quote: string;
  readonly priceDecimals: number;
  readonly amountDecimals: number;
  /** The price in ticks around which the market moves. */
  readonly centre: number;
  /** The number of orders that each side tends to have. */
  readonly orders: number;
  /** The largest amount of an order, in units. */
  readonly largest: number;
}

/** An order in the book. It is replaced when its amount changes. */
export interface MarketOrder {
  readonly id: number;
  readonly side: Side;
  readonly price: number;
  readonly amount: number;
  /** Its trades so far. */
  readonly filled: number;
  /** Whether it belongs to the account that clients can authenticate as. */
  readonly own: boolean;
  readonly placedMs: number;
}

/** A trade with one order of the book. */
export interface MarketTrade {
  readonly id: number;
  readonly price: number;
  readonly amount: number;
  readonly takerBuys: boolean;
  readonly timeMs: number;
}

/** Something that happened to an order. */
export interface MarketEvent {
  readonly kind: "placed" | "reduced" | "cancelled" | "traded";
  /** The order afterwards; a cancelled one with the amount that it still had. */
  readonly order: MarketOrder;
  /** The amount of its price level afterwards. */
  readonly levelAmount: number;
  /** Present if the kind is `traded`. */
  readonly trade?: MarketTrade;
}

/** All orders at a price. */
export interface MarketLevel {
  readonly price: number;
  readonly amount: number;
  readonly count: number;
}

/** The largest number of orders that the account has in a market. */
const MOST_OWN_ORDERS = 5;

/** A market whose orders come, change, trade and go at random. */
export class OrderMarket {
  readonly traits: MarketTraits;
  /** The last trades, oldest first. */
  readonly trades: MarketTrade[] = [];
  readonly #clock: Clock;
  readonly #random: SeededRandom;
  readonly #orders: Record<Side, MarketOrder[]> = { bid: [], ask: [] };
  #orderId: number;
  #tradeId: number;

  constructor(traits: MarketTraits, clock: Clock, random: SeededRandom) {
    this.traits = traits;
    this.#clock = clock;
    this.#random = random;
    this.#orderId = random.between(1, 9) * 1_000_000_000;
    this.#tradeId = random.between(1, 9) * 1_000_000;
    for (let placed = 0; placed < traits.orders; placed += 1) {
      for (const side of SIDES) this.#place(side, false, placed % 5 === 0);
    }
    this.#take("bid", 2);
    this.#take("ask", 2);
  }

  /** Returns the orders of a side, best price first, then oldest first. */
  orders(side: Side): readonly MarketOrder[] {
    return this.#orders[side];
  }

  /** Returns the price levels of a side, best first. `step` joins prices, away from the spread. */
  levels(side: Side, step = 1): MarketLevel[] {
    const levels: MarketLevel[] = [];
    for (const { price, amount } of this.#orders[side]) {
      const joined = (side === "bid" ? Math.floor(price / step) : Math.ceil(price / step)) * step;
      const last = levels.at(-1);
      if (last?.price !== joined) levels.push({ price: joined, amount, count: 1 });
      else {
        levels.pop();
        levels.push({ price: joined, amount: last.amount + amount, count: last.count + 1 });
      }
    }
    return levels;
  }

  /** Returns the whole book as text. */
  book(): TrueBook {
    return { bids: this.#text(this.levels("bid")), asks: this.#text(this.levels("ask")) };
  }

  /** Moves once, and returns what happened, in order. */
  step(): MarketEvent[] {
    const events: MarketEvent[] = [];
    const actions = this.#random.between(1, 4);
    for (let action = 0; action < actions; action += 1) events.push(...this.#act());
    return events;
  }

  #act(): MarketEvent[] {
    const random = this.#random;
    const side = random.pick(SIDES);
    const orders = this.#orders[side];
    // Far more than it tends to have, or far fewer, is set right before anything else.
    if (orders.length < this.traits.orders * 0.7)
      return this.#place(side, false, random.chance(0.2));
    if (orders.length > this.traits.orders * 1.3) return this.#cancel(side, random.chance(0.3));
    const roll = random.next();
    if (roll < 0.38) return this.#place(side, random.chance(0.15), false);
    if (roll < 0.46) return this.#place(side, false, true);
    if (roll < 0.62) return this.#reduce(side);
    if (roll < 0.82) return this.#cancel(side, false);
    if (roll < 0.88) return this.#cancel(side, true);
    return this.#take(side, random.chance(0.25) ? random.between(3, 8) : 1);
  }

  #place(side: Side, own: boolean, far: boolean): MarketEvent[] {
    const random = this.#random;
    const { centre } = this.traits;
    const away = side === "bid" ? -1 : 1;
    const opposite = this.#orders[side === "bid" ? "ask" : "bid"][0]?.price ?? centre - away;
    // Some orders close the spread; most queue around the best of their side.
    const joins = this.#orders[side][0]?.price ?? centre + away;
    const best = random.chance(0.15) ? opposite + away : joins;
    const distance = far
      ? random.between(60, 400)
      : Math.floor(-Math.log(1 - random.next()) * 12) - random.between(0, 3);
    // It neither meets the other side nor follows the market far from where it belongs.
    const span = Math.floor(centre / 50);
    const limits = [best + away * distance, opposite + away, centre - away * span];
    const price = side === "bid" ? Math.min(...limits) : Math.max(...limits);
    const owned = own && this.#ownOrders() < MOST_OWN_ORDERS;
    const amount = this.#amount();
    this.#orderId += random.between(1, 40);
    const placedMs = this.#clock.now();
    const id = this.#orderId;
    const order = { id, side, price, amount, filled: 0, own: owned, placedMs };
    const orders = this.#orders[side];
    const at = orders.findIndex((other) => (other.price - price) * away > 0);
    orders.splice(at === -1 ? orders.length : at, 0, order);
    return [this.#event("placed", order)];
  }

  #reduce(side: Side): MarketEvent[] {
    const order = this.#pick(side, false);
    if (order === undefined || order.amount < 2) return [];
    const amount = this.#random.between(1, order.amount - 1);
    return [this.#event("reduced", this.#replace(order, { ...order, amount }))];
  }

  #cancel(side: Side, far: boolean): MarketEvent[] {
    const order = this.#pick(side, far);
    if (order === undefined) return [];
    this.#replace(order, { ...order, amount: 0 });
    return [this.#event("cancelled", order)];
  }

  /** Takes the best orders of a side, up to `most`; the last one in part. */
  #take(side: Side, most: number): MarketEvent[] {
    const orders = this.#orders[side];
    const taken = orders.slice(0, Math.min(most, orders.length - 3));
    return taken.map((order, at) => {
      const partly = at === taken.length - 1 && order.amount > 1;
      const amount = partly ? this.#random.between(1, order.amount - 1) : order.amount;
      this.#tradeId += 1;
      const trade: MarketTrade = {
        id: this.#tradeId,
        price: order.price,
        amount,
        takerBuys: side === "ask",
        timeMs: this.#clock.now(),
      };
      this.trades.push(trade);
      if (this.trades.length > 60) this.trades.shift();
      const left = { ...order, amount: order.amount - amount, filled: order.filled + amount };
      return { ...this.#event("traded", this.#replace(order, left)), trade };
    });
  }

  #event(kind: MarketEvent["kind"], order: MarketOrder): MarketEvent {
    let levelAmount = 0;
    for (const { price, amount } of this.#orders[order.side]) {
      if (price === order.price) levelAmount += amount;
    }
    return { kind, order, levelAmount };
  }

  #replace(order: MarketOrder, changed: MarketOrder): MarketOrder {
    const orders = this.#orders[order.side];
    const at = orders.indexOf(order);
    if (changed.amount === 0) orders.splice(at, 1);
    else orders.splice(at, 1, changed);
    return changed;
  }

  #pick(side: Side, far: boolean): MarketOrder | undefined {
    const orders = this.#orders[side];
    // Near the top, the chance falls with the distance.
    const near = Math.floor(this.#random.next() ** 2 * orders.length * 0.6);
    return orders[far ? this.#random.below(orders.length) : near];
  }

  /** Returns an amount of any magnitude, often a round one. */
  #amount(): number {
    const random = this.#random;
    const most = Math.max(1, this.traits.largest / 10 ** random.between(0, 6));
    const amount = Math.max(1, Math.floor(random.next() * most));
    const rounding = 10 ** Math.max(0, String(amount).length - 2);
    return random.chance(0.4) ? Math.ceil(amount / rounding) * rounding : amount;
  }

  #ownOrders(): number {
    return SIDES.flatMap((side) => this.#orders[side]).filter(({ own }) => own).length;
  }

  #text(levels: readonly MarketLevel[]): TrueBook["bids"] {
    const { priceDecimals, amountDecimals } = this.traits;
    return levels.map(
      ({ price, amount }) =>
        [decimalText(price, priceDecimals), decimalText(amount, amountDecimals)] as const,
    );
  }
}
