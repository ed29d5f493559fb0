import { type Decimal, decimalFromNanos, decimalToNanos } from "@specwright/runtime";
import { type BigintLevel, BigintLevels, bigintLevels } from "./bigint-levels.ts";
import { BookError } from "./book-error.ts";
import type { BookLevel, BookLevels, BookSide } from "./book-level.ts";
import { columnNanos, decimalFromColumn, fillColumns } from "./column-nanos.ts";
import { LevelColumns } from "./level-columns.ts";
import { NumberLevels } from "./number-levels.ts";

// Scratch columns for frames given as objects, unused between calls.
const bidScratch = new LevelColumns();
const askScratch = new LevelColumns();

/**
 * Checks that the levels of a frame fit a book.
 *
 * @throws BookError
 */
export function checkBookLevels({ bids, asks }: BookLevels): void {
  if (fillColumns(bidScratch, bids).overflow) bigintLevels(bids);
  if (fillColumns(askScratch, asks).overflow) bigintLevels(asks);
}

/**
 * The order book of one market. Prices and quantities stay exact. The book stores them as doubles
 * that count nanos, as long as every level fits (`MAX_COLUMN_UNITS`). After a level that does not
 * fit, the book stores bigints, until a snapshot whose levels all fit.
 *
 * Every method that changes the book validates all of its input first: if it throws, nothing has
 * changed. A crossed book is not an error, because the streams source does not rule it out; see
 * `crossed`. The book does not decide which frames to apply; `@specwright/streams/numbering` does.
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
  /** Used instead of the two fields above while a level does not fit a double. */
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
   * Applies the levels of a `book_diff` in order: sets each, or deletes it if its qty is 0.
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

  /** Does the same as `applySnapshot`, with levels that a reader has put into columns. */
  loadColumns(bids: LevelColumns, asks: LevelColumns): void {
    bids.check();
    asks.check();
    this.#loadSides(bids, asks);
  }

  /** Does the same as `applyDiff`, with levels that a reader has put into columns. Creates no objects. */
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

  /** A copy of the highest bid, if there is one. */
  get bestBid(): BookLevel | undefined {
    return this.top("bids", 1)[0];
  }

  /** A copy of the lowest ask, if there is one. */
  get bestAsk(): BookLevel | undefined {
    return this.top("asks", 1)[0];
  }

  /** Whether the best bid is at or above the best ask. */
  get crossed(): boolean {
    const { bestBid, bestAsk } = this;
    if (bestBid === undefined || bestAsk === undefined) return false;
    return decimalToNanos(bestBid.price) >= decimalToNanos(bestAsk.price);
  }

  /** Whether the book currently stores bigints, because a level does not fit a double. */
  get exact(): boolean {
    return this.#exact !== undefined;
  }

  /** Returns the number of levels of a side. */
  depth(side: BookSide): number {
    return this.#levels(side).count;
  }

  /** Returns copies of the best levels of a side, best first, at most `count`. */
  top(side: BookSide, count: number = Number.POSITIVE_INFINITY): BookLevel[] {
    return this.#levels(side).top(count);
  }

  /**
   * Replaces the contents of the columns by the best levels of a side, best first, without creating
   * objects. Sets `overflow` and copies nothing while the book is `exact`.
   */
  copyTop(side: BookSide, count: number, into: LevelColumns): void {
    const levels = this.#levels(side);
    into.clear();
    if (levels instanceof NumberLevels) levels.copyTop(count, into);
    else into.overflow = true;
  }

  /**
   * Iterates over copies of the levels of a side, best first. The book must not change during the
   * iteration.
   */
  levels(side: BookSide): Generator<BookLevel, void, undefined> {
    return this.#levels(side).levels();
  }

  /**
   * Returns the quantity at a price, 0 if there is no such level.
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

  /** Returns copies of both sides, best first, with at most `count` levels each. */
  snapshot(count: number = Number.POSITIVE_INFINITY): { bids: BookLevel[]; asks: BookLevel[] } {
    return { bids: this.top("bids", count), asks: this.top("asks", count) };
  }

  /** Reports whether another book has the same levels, whether they are stored as doubles or bigints. */
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

/** Compares units and nanos, which is enough because both have the same sign in copied levels. */
function sameDecimal(left: Decimal, right: Decimal): boolean {
  return left.units === right.units && left.nanos === right.nanos;
}
