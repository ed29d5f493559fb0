import type { BigintLevel } from "../bigint-levels.ts";
import type { BookSide } from "../book-level.ts";
import { LevelColumns } from "../level-columns.ts";
import { type DecimalColumns, mantissaAt } from "./decimal-columns.ts";
import { lowerScale } from "./decimal-text.ts";
import { type BookScales, copyLevels, type LevelMeaning } from "./fill-levels.ts";

/**
 * The scales with which levels were received, for levels whose scales differ from those of the book. Levels
 * are found by their price, as an integer at the scale of the book.
 */
export class WireScales {
  #bids = new Map<bigint, BookScales>();
  #asks = new Map<bigint, BookScales>();

  /** The number of levels with their own scales. */
  get size(): number {
    return this.#bids.size + this.#asks.size;
  }

  /** Returns the received scales of a level. Returns undefined if they are the scales of the book. */
  get(side: BookSide, price: number | bigint): BookScales | undefined {
    const scales = side === "bids" ? this.#bids : this.#asks;
    return scales.size === 0 ? undefined : scales.get(BigInt(price));
  }

  /** Stores the received scales of a level. If `scales` is undefined, removes them. */
  set(side: BookSide, price: number | bigint, scales: BookScales | undefined): void {
    const known = side === "bids" ? this.#bids : this.#asks;
    if (scales !== undefined) known.set(BigInt(price), scales);
    else if (known.size > 0) known.delete(BigInt(price));
  }

  /** Stores the received scales of levels that were set, unless they are the scales of the book. */
  note(side: BookSide, columns: DecimalColumns, meaning: LevelMeaning, book: BookScales): void {
    const { price, quantity, extras, count } = columns;
    for (let index = 0; index < count; index++) {
      const priceScale = price.scales[index] as number;
      const quantityScale = quantity.scales[index] as number;
      const same = priceScale === book.price && quantityScale === book.quantity;
      if (same && this.size === 0) continue;
      const digits = 10n ** BigInt(book.price - priceScale);
      const mantissa = mantissaAt(quantity, index);
      const isAsk = meaning === "count" ? mantissa < 0n : meaning === "side" && extras[index] === 1;
      const gone =
        mantissa === 0n ||
        (meaning === "count" && extras[index] === 0) ||
        (meaning === "action" && extras[index] === 2);
      this.set(
        isAsk ? "asks" : side,
        mantissaAt(price, index) * digits,
        same || gone ? undefined : { price: priceScale, quantity: quantityScale },
      );
    }
  }

  /**
   * Keeps the scales of the given levels, and drops all others. The prices of the levels are then
   * multiplied by a factor. Levels without their own scales get the scales in `others`.
   */
  rebuild(
    prices: Readonly<Record<BookSide, readonly (number | bigint)[]>>,
    factor: bigint,
    others: BookScales | undefined,
  ): void {
    this.#bids = rebuildScales(this.#bids, prices.bids, factor, others);
    this.#asks = rebuildScales(this.#asks, prices.asks, factor, others);
  }

  /** Removes all scales. */
  clear(): void {
    this.#bids.clear();
    this.#asks.clear();
  }
}

function rebuildScales(
  known: ReadonlyMap<bigint, BookScales>,
  prices: readonly (number | bigint)[],
  factor: bigint,
  others: BookScales | undefined,
): Map<bigint, BookScales> {
  const scales = new Map<bigint, BookScales>();
  for (const price of prices) {
    const own = known.get(BigInt(price)) ?? others;
    if (own !== undefined) scales.set(BigInt(price) * factor, own);
  }
  return scales;
}

/** Replaces the contents of the columns by levels of a book. The numbers have their received scales. */
export function copyWritten(
  side: BookSide,
  levels: LevelColumns | readonly BigintLevel[],
  book: BookScales,
  wire: WireScales | undefined,
  into: DecimalColumns,
): void {
  into.clear();
  const addScales = (price: number | bigint, quantity: number | bigint): void => {
    const scales = wire?.get(side, price) ?? book;
    const own = lowerScale(price, book.price - scales.price);
    const amount = lowerScale(quantity, book.quantity - scales.quantity);
    into.push(own, scales.price, amount, scales.quantity);
  };
  if (!(levels instanceof LevelColumns)) {
    for (const { price, quantity } of levels) addScales(price, quantity);
  } else if (wire === undefined || wire.size === 0) copyLevels(levels, book, into);
  else {
    const { prices, quantities, count } = levels;
    for (let rank = 0; rank < count; rank++) {
      addScales(prices[rank] as number, quantities[rank] as number);
    }
  }
}
