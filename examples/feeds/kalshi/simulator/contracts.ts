import type { SeededRandom } from "@specwright/runtime/testing";
import {
  type LevelChange,
  type MarketLevel,
  type MarketShape,
  type MarketTrade,
  type MovingMarket,
  movingMarket,
} from "../../moving-market.ts";
import { decimalText, fixedText } from "../../scaled-number.ts";
import type { BookTruth, TrueBook } from "../../simulator.ts";

/** Which outcome a bid is for. */
export type Outcome = "yes" | "no";

/** A level as on the wire. */
export type WireLevel = readonly [price: string, count: string];

/** Prices have 4 decimals: ten-thousandths of a dollar. */
const PRICE_DECIMALS = 4;
const DOLLAR = 10_000;
/** Counts of contracts have 2 decimals. */
const COUNT_DECIMALS = 2;

/** Returns a price in ten-thousandths of a dollar as on the wire. */
export function priceText(price: number): string {
  return fixedText(BigInt(price), PRICE_DECIMALS);
}

/** Returns a count in hundredths of a contract as on the wire. */
export function countText(count: bigint): string {
  return fixedText(count, COUNT_DECIMALS);
}

/** Returns the price of the other outcome, in ten-thousandths of a dollar. */
export function otherPrice(price: number): number {
  return DOLLAR - price;
}

/** A market of the simulated exchange. */
export interface ContractShape extends MarketShape {
  readonly ticker: string;
  /** The size of a tick in ten-thousandths of a dollar. */
  readonly tickSize: number;
}

/**
 * Returns the markets, with about `levels` levels on each side: one in cents, one in tenths of a
 * cent, a cheap one, and a thin one whose sides run empty.
 */
export function contractShapes(levels: number): readonly ContractShape[] {
  const cents = { tickSize: 100, lowestTick: 1, highestTick: 99, leastLevels: 1, levels };
  return [
    { ...cents, ticker: "FED-26DEC-T3.00", startTick: 47, mostLots: 5_000_000n },
    {
      ...cents,
      ticker: "KXBTCD-26DEC3117-T149999.99",
      tickSize: 10,
      highestTick: 999,
      startTick: 381,
      mostLots: 90_000_000n,
    },
    { ...cents, ticker: "HIGHNY-26DEC31-B53.5", startTick: 4, mostLots: 200_000n },
    {
      ...cents,
      ticker: "CPI-26DEC-TN0.1",
      startTick: 80,
      levels: 2,
      leastLevels: 0,
      mostLots: 900n,
    },
  ];
}

/** A change of one level, in the terms of the exchange. */
export interface ContractChange {
  readonly side: Outcome;
  /** The price of that outcome, in ten-thousandths of a dollar. */
  readonly price: number;
  /** The difference in hundredths of a contract. */
  readonly delta: bigint;
  /** The quantity of the level after it. */
  readonly count: bigint;
}

/** A trade, in the terms of the exchange. */
export interface ContractTrade {
  readonly yesPrice: number;
  readonly count: bigint;
  readonly taker: Outcome;
}

/** Events of a move, in the order in which they happen. */
export interface ContractWatch {
  change(change: ContractChange): void;
  trade(trade: ContractTrade): void;
}

/** One market: bids for yes, and bids for no, which are what others call asks. */
export class Contract {
  readonly ticker: string;
  readonly id: string;
  readonly #shape: ContractShape;
  readonly #market: MovingMarket;
  /** The total volume, in hundredths of a contract. */
  volume = 0n;
  #paid = 0n;
  last: { readonly price: number; readonly count: bigint };

  constructor(shape: ContractShape, random: SeededRandom) {
    this.ticker = shape.ticker;
    this.id = random.uuid();
    this.#shape = shape;
    this.#market = movingMarket(shape, random);
    this.last = { price: shape.startTick * shape.tickSize, count: 100n };
  }

  /** Moves once, as a `MovingMarket` does. */
  move(watch: ContractWatch): void {
    this.#market.move({
      level: (change) => watch.change(this.#change(change)),
      trade: (trade) => watch.trade(this.#trade(trade)),
    });
  }

  /** Returns the bids for an outcome from the lowest to the highest, as the exchange has them. */
  levels(side: Outcome): readonly { readonly price: number; readonly count: bigint }[] {
    const levels = this.#market.side(side === "yes" ? "bid" : "ask");
    return levels
      .map((level) => ({ price: this.#price(side, level), count: level.lots }))
      .reverse();
  }

  /** Returns the best bid and the best ask for yes. */
  top(): { readonly bid: MarketLevel | undefined; readonly ask: MarketLevel | undefined } {
    const scaled = (level: MarketLevel | undefined): MarketLevel | undefined =>
      level === undefined ? undefined : { ...level, tick: level.tick * this.#shape.tickSize };
    return { bid: scaled(this.#market.best("bid")), ask: scaled(this.#market.best("ask")) };
  }

  /** The price paid for the total volume, in whole dollars. */
  get notional(): bigint {
    return this.#paid / 10n ** BigInt(PRICE_DECIMALS + COUNT_DECIMALS);
  }

  /** Returns the bids for yes, and those for no as asks. */
  book(): TrueBook {
    const of = (side: "bid" | "ask") =>
      this.#market
        .side(side)
        .map(
          ({ tick, lots }) =>
            [
              decimalText(BigInt(tick * this.#shape.tickSize), PRICE_DECIMALS),
              decimalText(lots, COUNT_DECIMALS),
            ] as const,
        );
    return { bids: of("bid"), asks: of("ask") };
  }

  /** Returns the book with the name of its market. */
  truth(): BookTruth {
    return { market: this.ticker, book: this.book() };
  }

  #price(side: Outcome, { tick }: MarketLevel): number {
    const price = tick * this.#shape.tickSize;
    return side === "yes" ? price : otherPrice(price);
  }

  #change(change: LevelChange): ContractChange {
    const side = change.side === "bid" ? "yes" : "no";
    return { side, price: this.#price(side, change), delta: change.change, count: change.lots };
  }

  #trade({ tick, lots, taker }: MarketTrade): ContractTrade {
    const yesPrice = tick * this.#shape.tickSize;
    this.volume += lots;
    this.#paid += lots * BigInt(yesPrice);
    this.last = { price: yesPrice, count: lots };
    return { yesPrice, count: lots, taker: taker === "bid" ? "yes" : "no" };
  }
}
