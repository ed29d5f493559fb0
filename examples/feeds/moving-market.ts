// A market whose book changes at random: levels come, change and go, mostly near the top, and
// takers sweep several of them. All numbers are integers: prices in ticks, quantities in lots.

import type { SeededRandom } from "@specwright/runtime/testing";

/** A side of a book. */
export type MarketSide = "bid" | "ask";

/** The properties of a market. */
export interface MarketShape {
  /** Where trading starts, in ticks. */
  readonly startTick: number;
  readonly lowestTick: number;
  readonly highestTick: number;
  /** About how many levels each side has; it never has more than twice as many. */
  readonly levels: number;
  /** How many levels remain on each side whatever happens; 0 lets a side run empty. */
  readonly leastLevels: number;
  /** The largest quantity of a level, in lots. */
  readonly mostLots: bigint;
}

/** A level of a book. */
export interface MarketLevel {
  readonly tick: number;
  readonly lots: bigint;
}

/** A change of one level. */
export interface LevelChange extends MarketLevel {
  readonly side: MarketSide;
  /** The difference to the quantity before; `lots` is 0 where the level is gone. */
  readonly change: bigint;
}

/** A trade of a taker's order with one order of the book. */
export interface MarketTrade extends MarketLevel {
  /** The side of the taker: a "bid" buys. */
  readonly taker: MarketSide;
  /** The trades of one order of a taker have the same number. */
  readonly order: number;
}

/** Events of a move, in the order in which they happen. */
export interface MarketWatch {
  level(change: LevelChange): void;
  trade(trade: MarketTrade): void;
}

/** A market that moves on request. */
export interface MovingMarket {
  /** Moves once: a level is added, changed or removed, or a taker's order is executed. */
  move(watch: MarketWatch): void;
  /** Returns the levels of a side, best first. */
  side(side: MarketSide): readonly MarketLevel[];
  /** Returns the best level of a side. */
  best(side: MarketSide): MarketLevel | undefined;
}

/** How many levels at the top count as near. */
const NEAR = 8;

/** Creates a market with `levels` levels on each side. */
export function movingMarket(shape: MarketShape, random: SeededRandom): MovingMarket {
  // Best first. A level that changes is replaced, so that what is made of one can be kept with it.
  const sides: Record<MarketSide, MarketLevel[]> = { bid: [], ask: [] };
  let orders = 0;

  /** Returns where a tick is in a side, or where it belongs. */
  function placeOf(side: MarketSide, tick: number): number {
    const levels = sides[side];
    let [low, high] = [0, levels.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = levels[middle]?.tick ?? tick;
      if (side === "bid" ? other > tick : other < tick) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  const bestTick = (side: MarketSide): number | undefined => sides[side][0]?.tick;

  function set(side: MarketSide, tick: number, lots: bigint, watch: MarketWatch): void {
    const place = placeOf(side, tick);
    const old = sides[side][place];
    const isThere = old?.tick === tick;
    const before = isThere ? old.lots : 0n;
    if (before === lots) return;
    sides[side].splice(place, isThere ? 1 : 0, ...(lots === 0n ? [] : [{ tick, lots }]));
    watch.level({ side, tick, lots, change: lots - before });
  }

  /** Returns a quantity of any number of digits, so that all magnitudes occur. */
  function quantity(): bigint {
    const length = random.between(1, shape.mostLots.toString().length);
    let digits = "";
    for (let at = 0; at < length; at += 1) digits += random.below(10);
    return (BigInt(digits) % shape.mostLots) + 1n;
  }

  /** Returns a price at which an order of that side does not trade, or undefined. */
  function freeTick(side: MarketSide): number | undefined {
    const offset = random.chance(0.85)
      ? random.between(-3, NEAR)
      : random.between(NEAR, 4 * (shape.levels + NEAR));
    const [bid, ask] = [bestTick("bid"), bestTick("ask")];
    const tick =
      side === "bid"
        ? Math.min(
            (bid ?? (ask ?? shape.startTick + 1) - 1) - offset,
            (ask ?? shape.highestTick + 1) - 1,
          )
        : Math.max(
            (ask ?? (bid ?? shape.startTick) + 1) + offset,
            (bid ?? shape.lowestTick - 1) + 1,
          );
    return tick >= shape.lowestTick && tick <= shape.highestTick ? tick : undefined;
  }

  function insert(side: MarketSide, watch: MarketWatch): void {
    const tick = freeTick(side);
    if (tick === undefined) return;
    set(side, tick, quantity(), watch);
    // An order that is withdrawn at once: who sees only the outcome sees a level go that never was.
    if (random.chance(0.08) && sides[side].length > shape.leastLevels) set(side, tick, 0n, watch);
  }

  function existing(side: MarketSide): number | undefined {
    const { length } = sides[side];
    return sides[side][random.below(random.chance(0.85) ? Math.min(NEAR, length) : length)]?.tick;
  }

  /** Executes an order of a taker against the other side. */
  function sweep(taker: MarketSide, watch: MarketWatch): void {
    const maker = taker === "bid" ? "ask" : "bid";
    const order = ++orders;
    const depth = random.chance(0.7) ? 1 : random.between(2, 5);
    for (const [at, { tick, lots }] of sides[maker].slice(0, depth).entries()) {
      const whole =
        sides[maker].length > shape.leastLevels && (at < depth - 1 || random.chance(0.4));
      const taken = whole ? lots : (lots * BigInt(random.between(1, 9))) / 10n;
      if (taken === 0n) return;
      const first = random.chance(0.3) ? taken / 3n : 0n;
      if (first > 0n) watch.trade({ tick, lots: first, taker, order });
      watch.trade({ tick, lots: taken - first, taker, order });
      set(maker, tick, lots - taken, watch);
      if (!whole) return;
    }
  }

  function move(watch: MarketWatch): void {
    const side: MarketSide = random.chance(0.5) ? "bid" : "ask";
    const count = sides[side].length;
    const growth = count >= 2 * shape.levels ? 0 : count < shape.levels ? 0.45 : 0.2;
    const roll = random.next();
    if (count === 0 || roll < growth) {
      insert(side, watch);
    } else if (roll < 0.6) {
      const tick = existing(side);
      if (tick !== undefined) set(side, tick, quantity(), watch);
    } else if (roll < 0.85) {
      const tick = existing(side);
      if (tick !== undefined && count > shape.leastLevels) set(side, tick, 0n, watch);
    } else {
      sweep(side === "bid" ? "ask" : "bid", watch);
    }
  }

  const unseen: MarketWatch = { level() {}, trade() {} };
  for (let tries = 0; tries < 50 * shape.levels; tries += 1) {
    if (sides.bid.length < shape.levels) insert("bid", unseen);
    if (sides.ask.length < shape.levels) insert("ask", unseen);
  }

  return {
    move,
    side: (side) => [...sides[side]],
    best: (side) => sides[side][0],
  };
}
