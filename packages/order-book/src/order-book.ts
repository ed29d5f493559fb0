import { type Decimal, decimalFromNanos, decimalToNanos } from "@specwright/runtime";
import { type BigintLevel, BigintLevels, bigintLevels } from "./bigint-levels.ts";
import { BookError } from "./book-error.ts";
import type { BookLevel, BookLevels, BookSide } from "./book-level.ts";
import { columnNanos, decimalFromColumn, fillColumns } from "./column-nanos.ts";
import { LevelColumns } from "./level-columns.ts";
import { NumberLevels } from "./number-levels.ts";

// Frames given as objects pass through these; nothing is kept in them between calls.
const bidScratch = new LevelColumns();
const askScratch = new LevelColumns();

/** Throws `BookError` unless a book would take the levels of this frame. */
export function checkBookLevels({ bids, asks }: BookLevels): void {
  if (fillColumns(bidScratch, bids).overflow) bigintLevels(bids);
  if (fillColumns(askScratch, asks).overflow) bigintLevels(asks);
}

/**
 * Keeps the book of one market (§2.9 of the streams source). Prices and quantities stay exact: they
 * are doubles of nanos while all of them fit (`MAX_COLUMN_UNITS`), bigints from the first level that
 * does not until a snapshot fits again.
 *
 * Whatever changes the book checks everything it was given first: when it throws, nothing has
 * changed. A crossed book is no error, for the source does not rule it out; `crossed` tells. Which
 * frames to apply is not its business: see `@specwright/sequencing`.
 */
export class OrderBook {
  readonly #bids = new NumberLevels(1);
  readonly #asks = new NumberLevels(-1);
  /** In use, instead of the two above, while a level does not fit a double. */
  #exact: { readonly bids: BigintLevels; readonly asks: BigintLevels } | undefined;

  /** Replaces the book by the levels of a `book_snapshot`. Throws `BookError`. */
  applySnapshot({ bids, asks }: BookLevels): void {
    fillColumns(bidScratch, bids);
    fillColumns(askScratch, asks);
    if (!bidScratch.overflow && !askScratch.overflow) this.#load(bidScratch, askScratch);
    else this.#loadExact(bigintLevels(bids), bigintLevels(asks));
  }

  /** Sets each level of a `book_diff`, or deletes it by a qty of 0, in their order. Throws `BookError`. */
  applyDiff({ bids, asks }: BookLevels): void {
    fillColumns(bidScratch, bids);
    fillColumns(askScratch, asks);
    if (this.#exact === undefined && !bidScratch.overflow && !askScratch.overflow) {
      this.#apply(bidScratch, askScratch);
    } else this.#applyExact(bigintLevels(bids), bigintLevels(asks));
  }

  /** Does what `applySnapshot` does, with levels that a reader put into columns. */
  loadColumns(bids: LevelColumns, asks: LevelColumns): void {
    bids.check();
    asks.check();
    this.#load(bids, asks);
  }

  /** Does what `applyDiff` does, with levels that a reader put into columns. Makes no object. */
  applyColumns(bids: LevelColumns, asks: LevelColumns): void {
    bids.check();
    asks.check();
    if (this.#exact === undefined) this.#apply(bids, asks);
    else this.#applyExact(columnLevels(bids), columnLevels(asks));
  }

  /** Empties the book. */
  clear(): void {
    this.#bids.clear();
    this.#asks.clear();
    this.#exact = undefined;
  }

  /** Copies out the highest bid, if there is one. */
  get bestBid(): BookLevel | undefined {
    return this.top("bids", 1)[0];
  }

  /** Copies out the lowest ask, if there is one. */
  get bestAsk(): BookLevel | undefined {
    return this.top("asks", 1)[0];
  }

  /** Tells whether the best bid is at or above the best ask. */
  get crossed(): boolean {
    const { bestBid, bestAsk } = this;
    if (bestBid === undefined || bestAsk === undefined) return false;
    return decimalToNanos(bestBid.price) >= decimalToNanos(bestAsk.price);
  }

  /** Tells whether the book is held in bigints at present, because a level fits no double. */
  get exact(): boolean {
    return this.#exact !== undefined;
  }

  /** Gives the number of levels of a side. */
  depth(side: BookSide): number {
    return this.#levels(side).count;
  }

  /** Copies out the best levels of a side, best first: at most so many, or all. */
  top(side: BookSide, count: number = Number.POSITIVE_INFINITY): BookLevel[] {
    return this.#levels(side).top(count);
  }

  /**
   * Copies the best levels of a side, best first, into columns, in the place of what was there, and
   * makes no object. Sets `overflow` and copies nothing while the book is `exact`.
   */
  copyTop(side: BookSide, count: number, into: LevelColumns): void {
    const levels = this.#levels(side);
    into.clear();
    if (levels instanceof NumberLevels) levels.copyTop(count, into);
    else into.overflow = true;
  }

  /** Visits the levels of a side, best first, each as a copy. The book must not change meanwhile. */
  levels(side: BookSide): Generator<BookLevel, void, undefined> {
    return this.#levels(side).levels();
  }

  /** Gives the quantity at a price; 0 where there is no level. Throws `BookError` for what is no Decimal. */
  quantityAt(side: BookSide, price: Decimal): Decimal {
    const levels = this.#levels(side);
    const nanos = columnNanos(price);
    if (levels instanceof BigintLevels) {
      return decimalFromNanos(levels.quantityAt(decimalToNanos(price)));
    }
    return decimalFromColumn(Number.isNaN(nanos) ? 0 : levels.quantityAt(nanos));
  }

  /** Copies out both sides, best first: all levels, or so many of each. */
  snapshot(count: number = Number.POSITIVE_INFINITY): { bids: BookLevel[]; asks: BookLevel[] } {
    return { bids: this.top("bids", count), asks: this.top("asks", count) };
  }

  /** Tells whether another book has the same levels, however they are held. */
  equals(other: OrderBook): boolean {
    return sameLevels(this, other, "bids") && sameLevels(this, other, "asks");
  }

  #levels(side: BookSide): NumberLevels | BigintLevels {
    if (side !== "bids" && side !== "asks") throw new BookError("book_side");
    if (this.#exact !== undefined) return this.#exact[side];
    return side === "bids" ? this.#bids : this.#asks;
  }

  #load(bids: LevelColumns, asks: LevelColumns): void {
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

  #apply(bids: LevelColumns, asks: LevelColumns): void {
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

/** Compares the parts: what a book copies out has equal signs. */
function sameDecimal(left: Decimal, right: Decimal): boolean {
  return left.units === right.units && left.nanos === right.nanos;
}
