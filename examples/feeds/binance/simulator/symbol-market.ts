import type { SeededRandom } from "@specwright/runtime/testing";
import {
  type LevelChange,
  type MarketLevel,
  type MarketSide,
  type MarketTrade,
  movingMarket,
} from "../../moving-market.ts";
import { decimalText, fixedText } from "../../scaled-number.ts";
import type { BookTruth, TrueBook } from "../../simulator.ts";
import { DECIMALS, type SymbolShape } from "./symbols.ts";

/** A level as on the wire. */
export type WireLevel = readonly [price: string, quantity: string];

/** The changes of a book between two events of a depth stream. */
export interface DepthChange {
  readonly firstId: number;
  readonly finalId: number;
  readonly bids: readonly WireLevel[];
  readonly asks: readonly WireLevel[];
}

/** A whole book at some moment. */
export interface DepthSnapshot {
  readonly lastUpdateId: number;
  readonly bids: readonly WireLevel[];
  readonly asks: readonly WireLevel[];
}

/** Trades of one order of a taker at one price. */
export interface AggregateTrade {
  readonly id: number;
  readonly firstId: number;
  readonly lastId: number;
  readonly price: string;
  readonly quantity: string;
  readonly buyerIsMaker: boolean;
  readonly trades: readonly { readonly id: number; readonly quantity: string }[];
}

/** The best level of either side. */
export interface BookTicker {
  readonly updateId: number;
  readonly bid: WireLevel;
  readonly ask: WireLevel;
}

/** The events of a move for real-time subscribers. */
export interface SymbolMove {
  readonly trades: readonly AggregateTrade[];
  /** The best levels, if they changed. */
  readonly ticker: BookTicker | undefined;
}

/** Collects changes of a book between two events of a depth stream. */
interface DepthBatch {
  firstId: number | undefined;
  readonly levels: Map<string, { readonly side: MarketSide; readonly level: WireLevel }>;
}

/** How many books of the recent past a request for a snapshot may be answered with. */
const REMEMBERED = 4;

/** One market of the exchange, its update ids and what is not sent yet. */
export class SymbolMarket {
  /** The symbol in upper case, as in payloads. */
  readonly symbol: string;
  /** The symbol in lower case, as in the names of streams. */
  readonly stream: string;
  readonly shape: SymbolShape;
  readonly #random: SeededRandom;
  readonly #market;
  readonly #batches: Record<"100ms" | "1000ms", DepthBatch> = {
    "100ms": { firstId: undefined, levels: new Map() },
    "1000ms": { firstId: undefined, levels: new Map() },
  };
  readonly #past: DepthSnapshot[] = [];
  readonly #wires = new WeakMap<MarketLevel, WireLevel>();
  readonly #canonicals = new WeakMap<MarketLevel, WireLevel>();
  #unsent: SymbolMove[] = [];
  #updateId: number;
  #tradeId: number;
  #aggregateId: number;

  constructor(shape: SymbolShape, random: SeededRandom) {
    this.shape = shape;
    this.symbol = `${shape.base}${shape.quote}`;
    this.stream = this.symbol.toLowerCase();
    this.#random = random;
    this.#market = movingMarket(shape, random);
    this.#updateId = random.between(1_000_000, 50_000_000_000);
    this.#tradeId = random.between(1_000_000, 4_000_000_000);
    this.#aggregateId = random.between(1_000_000, 3_000_000_000);
  }

  /** The number of the last update. */
  get updateId(): number {
    return this.#updateId;
  }

  /** Moves the market; what there is to say of it waits for `takeMoves` and `takeDepth`. */
  move(): void {
    const before = this.#ticker();
    const trades: MarketTrade[] = [];
    this.#market.move({
      level: (change) => this.#record(change),
      trade: (trade) => trades.push(trade),
    });
    const after = this.#ticker();
    const changed =
      after !== undefined &&
      !(isSameLevel(before?.bid, after.bid) && isSameLevel(before?.ask, after.ask));
    this.#unsent.push({
      trades: this.#aggregated(trades),
      ticker: changed ? after : undefined,
    });
    if (this.#random.chance(0.3)) this.remember();
  }

  /** Returns what happened since the last call. */
  takeMoves(): readonly SymbolMove[] {
    const moves = this.#unsent;
    this.#unsent = [];
    return moves;
  }

  /** Returns what became of the book since the last call for that speed, if anything. */
  takeDepth(speed: "100ms" | "1000ms"): DepthChange | undefined {
    const batch = this.#batches[speed];
    const { firstId } = batch;
    if (firstId === undefined) return undefined;
    const of = (wanted: MarketSide): WireLevel[] =>
      [...batch.levels.values()].filter(({ side }) => side === wanted).map(({ level }) => level);
    const change = { firstId, finalId: this.#updateId, bids: of("bid"), asks: of("ask") };
    batch.firstId = undefined;
    batch.levels.clear();
    return change;
  }

  /** Keeps the book of this moment for later answers. */
  remember(): void {
    this.#past.push(this.snapshot());
    if (this.#past.length > REMEMBERED) this.#past.shift();
  }

  /** Returns one of the books of the recent past, or that of this moment. */
  recentSnapshot(): DepthSnapshot {
    return this.#random.chance(0.5) && this.#past.length > 0
      ? this.#random.pick(this.#past)
      : this.snapshot();
  }

  /** Returns the whole book of this moment as on the wire. */
  snapshot(): DepthSnapshot {
    const of = (side: MarketSide) => this.#market.side(side).map((level) => this.#wire(level));
    return { lastUpdateId: this.#updateId, bids: of("bid"), asks: of("ask") };
  }

  /** Returns the whole book of this moment. */
  book(): TrueBook {
    const of = (side: MarketSide) => this.#market.side(side).map((level) => this.#canonical(level));
    return { bids: of("bid"), asks: of("ask") };
  }

  /** Returns the book with the name of its market. */
  truth(): BookTruth {
    return { market: this.stream, book: this.book() };
  }

  /** Returns the best price of a side in hundred-millionths. */
  bestPrice(side: MarketSide): bigint {
    return BigInt(this.#market.best(side)?.tick ?? this.shape.startTick) * this.shape.tickSize;
  }

  #wire(level: MarketLevel): WireLevel {
    return this.#textsOf(level, this.#wires, fixedText);
  }

  #canonical(level: MarketLevel): WireLevel {
    return this.#textsOf(level, this.#canonicals, decimalText);
  }

  /** Writes a level once: most levels of a book are those of the book before. */
  #textsOf(
    level: MarketLevel,
    known: WeakMap<MarketLevel, WireLevel>,
    write: typeof fixedText,
  ): WireLevel {
    let texts = known.get(level);
    if (texts === undefined) {
      const { tickSize, lotSize } = this.shape;
      const { tick, lots } = level;
      texts = [write(BigInt(tick) * tickSize, DECIMALS), write(lots * lotSize, DECIMALS)];
      known.set(level, texts);
    }
    return texts;
  }

  #record(change: LevelChange): void {
    const before = this.#updateId;
    // Not every update of the engine changes a level.
    this.#updateId += this.#random.between(1, 3);
    const level = this.#wire(change);
    for (const batch of Object.values(this.#batches)) {
      batch.firstId ??= before + 1;
      batch.levels.set(`${change.side} ${level[0]}`, { side: change.side, level });
    }
  }

  #ticker(): BookTicker | undefined {
    const [bid, ask] = [this.#market.best("bid"), this.#market.best("ask")];
    if (bid === undefined || ask === undefined) return undefined;
    return { updateId: this.#updateId, bid: this.#wire(bid), ask: this.#wire(ask) };
  }

  #aggregated(trades: readonly MarketTrade[]): AggregateTrade[] {
    const groups = new Map<string, MarketTrade[]>();
    for (const trade of trades) {
      const key = `${trade.order} ${trade.tick}`;
      groups.set(key, [...(groups.get(key) ?? []), trade]);
    }
    return [...groups.values()].map((group) => {
      const firstId = this.#tradeId + 1;
      this.#tradeId += group.length;
      this.#aggregateId += 1;
      const [first] = group;
      const lots = group.reduce((sum, trade) => sum + trade.lots, 0n);
      const [price, quantity] = this.#wire({ tick: first?.tick ?? 0, lots });
      return {
        id: this.#aggregateId,
        firstId,
        lastId: this.#tradeId,
        price,
        quantity,
        buyerIsMaker: first?.taker === "ask",
        trades: group.map((trade, at) => ({ id: firstId + at, quantity: this.#wire(trade)[1] })),
      };
    });
  }
}

function isSameLevel(one: WireLevel | undefined, other: WireLevel): boolean {
  return one?.[0] === other[0] && one[1] === other[1];
}
