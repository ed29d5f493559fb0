// A market whose book changes at random: levels come, change and go, mostly near the top, and
// takers sweep several of them. All numbers are integers: prices in ticks, quantities in lots.

import type { SeededRandom } from "@specwright/runtime/testing";

/** A side of a book. */
export type MarketSide = "bid" | "ask";

/** What a market is like. */
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

/** What is told of a move, in the order in which it happens. */
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
  const sides = { bid: new Map<number, bigint>(), ask: new Map<number, bigint>() };
  let orders = 0;

  function ticks(side: MarketSide): readonly number[] {
    const sorted = [...sides[side].keys()].sort((one, other) => one - other);
    return side === "bid" ? sorted.reverse() : sorted;
  }

  // Found again only after the best level has gone: a book may have thousands of them.
  const bests: Record<MarketSide, number | undefined> = { bid: undefined, ask: undefined };
  const better = (side: MarketSide, tick: number, other: number | undefined): boolean =>
    other === undefined || (side === "bid" ? tick > other : tick < other);

  function bestTick(side: MarketSide): number | undefined {
    let best = bests[side];
    if (best === undefined) {
      for (const tick of sides[side].keys()) if (better(side, tick, best)) best = tick;
      bests[side] = best;
    }
    return best;
  }

  function set(side: MarketSide, tick: number, lots: bigint, watch: MarketWatch): void {
    const before = sides[side].get(tick) ?? 0n;
    if (before === lots) return;
    const best = bestTick(side);
    if (lots === 0n) sides[side].delete(tick);
    else sides[side].set(tick, lots);
    if (lots === 0n && tick === best) bests[side] = undefined;
    else if (lots !== 0n && better(side, tick, best)) bests[side] = tick;
    watch.level({ side, tick, lots, change: lots - before });
  }

  /** Returns a quantity of any number of digits, so that all magnitudes occur. */
  function quantity(): bigint {
    const length = random.between(1, shape.mostLots.toString().length);
    const digits = Array.from({ length }, () => random.below(10)).join("");
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
    if (random.chance(0.08) && sides[side].size > shape.leastLevels) set(side, tick, 0n, watch);
  }

  function existing(side: MarketSide): number | undefined {
    const all = ticks(side);
    return all[random.below(random.chance(0.85) ? Math.min(NEAR, all.length) : all.length)];
  }

  /** Executes an order of a taker against the other side. */
  function sweep(taker: MarketSide, watch: MarketWatch): void {
    const maker = taker === "bid" ? "ask" : "bid";
    const order = ++orders;
    const depth = random.chance(0.7) ? 1 : random.between(2, 5);
    for (const [at, tick] of ticks(maker).slice(0, depth).entries()) {
      const lots = sides[maker].get(tick) ?? 0n;
      const whole = sides[maker].size > shape.leastLevels && (at < depth - 1 || random.chance(0.4));
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
    const count = sides[side].size;
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
    if (sides.bid.size < shape.levels) insert("bid", unseen);
    if (sides.ask.size < shape.levels) insert("ask", unseen);
  }

  function level(side: MarketSide, tick: number): MarketLevel {
    return { tick, lots: sides[side].get(tick) ?? 0n };
  }
  return {
    move,
    side: (side) => ticks(side).map((tick) => level(side, tick)),
    best(side) {
      const tick = bestTick(side);
      return tick === undefined ? undefined : level(side, tick);
    },
  };
}
