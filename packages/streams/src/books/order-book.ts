import { type Decimal, decimalFromNanos, decimalToNanos } from "@specwright/runtime";
import { type BigintLevel, BigintLevels, bigintLevels } from "./bigint-levels.ts";
import { BookError } from "./book-error.ts";
import type { BookLevel, BookLevels, BookSide } from "./book-level.ts";
import { columnNanos, decimalFromColumn, fillColumns } from "./column-nanos.ts";
import { LevelColumns } from "./level-columns.ts";
import { NumberLevels } from "./number-levels.ts";

// Columns for frames that are given as objects. All books share them.
const bidScratch = new LevelColumns();
const askScratch = new LevelColumns();

/**
 * Checks that the levels of a frame can be in a book.
 *
 * @throws BookError
 */
export function checkBookLevels({ bids, asks }: BookLevels): void {
  if (fillColumns(bidScratch, bids).overflow) bigintLevels(bids);
  if (fillColumns(askScratch, asks).overflow) bigintLevels(asks);
}

/**
 * The order book of one market. Prices and quantities are exact. As long as every level fits
 * (`MAX_COLUMN_UNITS`), the book stores them as doubles in nanos. Once a level does not fit, the book
 * stores bigints, until a snapshot in which all levels fit.
 *
 * Every method that changes the book validates all of its input first. If it throws an error, nothing has
 * changed. A crossed book is not an error, because the streams source allows it; see `crossed`. The book
 * does not decide which frames to apply. `@specwright/streams/numbering` does.
 *
 * @example
 * ```ts
 * const book = new OrderBook();
 * book.applySnapshot({ bids: [{ price: parseDecimal("0.61"), qty: parseDecimal("250") }], asks: [] });
 * book.bestBid; // { price: { units: 0n, nanos: 610000000 }, qty: { units: 250n, nanos: 0 } }
 * ```
 */
export class OrderBook {
  readonly #bids = new NumberLevels(1);
  readonly #asks = new NumberLevels(-1);
  /** The two sides, while a level does not fit a double. `#bids` and `#asks` are then not used. */
  #exact: { readonly bids: BigintLevels; readonly asks: BigintLevels } | undefined;

  /**
   * Replaces all levels of the book by the levels of a `book_snapshot`.
   *
   * @throws BookError
   */
  applySnapshot({ bids, asks }: BookLevels): void {
    fillColumns(bidScratch, bids);
    fillColumns(askScratch, asks);
    if (!bidScratch.overflow && !askScratch.overflow) this.#loadSides(bidScratch, askScratch);
    else this.#loadExact(bigintLevels(bids), bigintLevels(asks));
  }

  /**
   * Applies the levels of a `book_diff` in order. Each replaces the quantity at its price. A quantity of 0
   * deletes the level.
   *
   * @throws BookError
   */
  applyDiff({ bids, asks }: BookLevels): void {
    fillColumns(bidScratch, bids);
    fillColumns(askScratch, asks);
    if (this.#exact === undefined && !bidScratch.overflow && !askScratch.overflow) {
      this.#applySides(bidScratch, askScratch);
    } else this.#applyExact(bigintLevels(bids), bigintLevels(asks));
  }

  /** Like `applySnapshot`, but the levels are in columns. */
  loadColumns(bids: LevelColumns, asks: LevelColumns): void {
    bids.check();
    asks.check();
    this.#loadSides(bids, asks);
  }

  /** Like `applyDiff`, but the levels are in columns. Creates no objects. */
  applyColumns(bids: LevelColumns, asks: LevelColumns): void {
    bids.check();
    asks.check();
    if (this.#exact === undefined) this.#applySides(bids, asks);
    else this.#applyExact(columnLevels(bids), columnLevels(asks));
  }

  /** Removes all levels. */
  clear(): void {
    this.#bids.clear();
    this.#asks.clear();
    this.#exact = undefined;
  }

  /** A copy of the highest bid. Undefined if the book has no bids. */
  get bestBid(): BookLevel | undefined {
    return this.top("bids", 1)[0];
  }

  /** A copy of the lowest ask. Undefined if the book has no asks. */
  get bestAsk(): BookLevel | undefined {
    return this.top("asks", 1)[0];
  }

  /** Whether the price of the best bid is equal to or above the price of the best ask. */
  get crossed(): boolean {
    const { bestBid, bestAsk } = this;
    if (bestBid === undefined || bestAsk === undefined) return false;
    return decimalToNanos(bestBid.price) >= decimalToNanos(bestAsk.price);
  }

  /** Whether the book stores bigints, because a level does not fit a double. */
  get exact(): boolean {
    return this.#exact !== undefined;
  }

  /** Returns the number of levels of a side. */
  depth(side: BookSide): number {
    return this.#levels(side).count;
  }

  /** Returns copies of the best levels of a side, at most `count`. The best one is first. */
  top(side: BookSide, count: number = Number.POSITIVE_INFINITY): BookLevel[] {
    return this.#levels(side).top(count);
  }

  /**
   * Replaces the contents of the columns by the best levels of a side. The best one is first. Creates no
   * objects. While the book is `exact`, copies nothing and sets `overflow`.
   */
  copyTop(side: BookSide, count: number, into: LevelColumns): void {
    const levels = this.#levels(side);
    into.clear();
    if (levels instanceof NumberLevels) levels.copyTop(count, into);
    else into.overflow = true;
  }

  /**
   * Iterates over copies of the levels of a side. The best one is first. Do not change the book during the
   * iteration.
   */
  levels(side: BookSide): Generator<BookLevel, void, undefined> {
    return this.#levels(side).levels();
  }

  /**
   * Returns the quantity at a price; 0 if the side has no level at this price.
   *
   * @throws BookError `book_decimal` if the price is not a Decimal.
   */
  quantityAt(side: BookSide, price: Decimal): Decimal {
    const levels = this.#levels(side);
    const nanos = columnNanos(price);
    if (levels instanceof BigintLevels) {
      return decimalFromNanos(levels.quantityAt(decimalToNanos(price)));
    }
    return decimalFromColumn(Number.isNaN(nanos) ? 0 : levels.quantityAt(nanos));
  }

  /** Returns copies of the best levels of both sides, at most `count` of each. The best ones are first. */
  snapshot(count: number = Number.POSITIVE_INFINITY): { bids: BookLevel[]; asks: BookLevel[] } {
    return { bids: this.top("bids", count), asks: this.top("asks", count) };
  }

  /** Reports whether a different book has the same levels. One may store doubles and the other bigints. */
  equals(other: OrderBook): boolean {
    return sameLevels(this, other, "bids") && sameLevels(this, other, "asks");
  }

  #levels(side: BookSide): NumberLevels | BigintLevels {
    if (side !== "bids" && side !== "asks") throw new BookError("book_side");
    if (this.#exact !== undefined) return this.#exact[side];
    return side === "bids" ? this.#bids : this.#asks;
  }

  #loadSides(bids: LevelColumns, asks: LevelColumns): void {
    this.#bids.reserve(bids.count);
    this.#asks.reserve(asks.count);
    this.#bids.load(bids);
    this.#asks.load(asks);
    this.#exact = undefined;
  }

  #loadExact(bids: readonly BigintLevel[], asks: readonly BigintLevel[]): void {
    this.clear();
    this.#exact = { bids: new BigintLevels(1), asks: new BigintLevels(-1) };
    this.#exact.bids.load(bids);
    this.#exact.asks.load(asks);
  }

  #applySides(bids: LevelColumns, asks: LevelColumns): void {
    this.#bids.reserve(bids.count);
    this.#asks.reserve(asks.count);
    this.#bids.apply(bids);
    this.#asks.apply(asks);
  }

  #applyExact(bids: readonly BigintLevel[], asks: readonly BigintLevel[]): void {
    if (this.#exact === undefined) {
      const exact = { bids: new BigintLevels(1), asks: new BigintLevels(-1) };
      exact.bids.load(bigintLevels(this.#bids.top(this.#bids.count)));
      exact.asks.load(bigintLevels(this.#asks.top(this.#asks.count)));
      this.#exact = exact;
      this.#bids.clear();
      this.#asks.clear();
    }
    this.#exact.bids.apply(bids);
    this.#exact.asks.apply(asks);
  }
}

function columnLevels({ prices, quantities, count }: LevelColumns): BigintLevel[] {
  const levels: BigintLevel[] = [];
  for (let index = 0; index < count; index++) {
    const price = BigInt(prices[index] as number);
    levels.push({ price, quantity: BigInt(quantities[index] as number) });
  }
  return levels;
}

function sameLevels(left: OrderBook, right: OrderBook, side: BookSide): boolean {
  if (left.depth(side) !== right.depth(side)) return false;
  const others = right.top(side);
  return left.top(side).every(({ price, qty }, rank) => {
    const other = others[rank];
    return other !== undefined && sameDecimal(price, other.price) && sameDecimal(qty, other.qty);
  });
}

/** Compares the members of two Decimals. In copied levels, equal values always have equal members. */
function sameDecimal(left: Decimal, right: Decimal): boolean {
  return left.units === right.units && left.nanos === right.nanos;
}
