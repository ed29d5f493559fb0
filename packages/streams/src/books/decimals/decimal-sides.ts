import { type BigintLevel, BigintLevels } from "../bigint-levels.ts";
import { BookError } from "../book-error.ts";
import type { BookSide } from "../book-level.ts";
import { LevelColumns, type LevelRows } from "../level-columns.ts";
import { NumberLevels } from "../number-levels.ts";
import type { DecimalColumns } from "./decimal-columns.ts";
import {
  ASKS,
  type BookScales,
  DELETE,
  firstAtScale,
  isAtScale,
  type LevelMeaning,
} from "./fill-levels.ts";
import { POWERS_OF_TEN } from "./powers-of-ten.ts";

// Columns that all books share.
const scratch = new LevelColumns();

/**
 * The levels of both sides of a `DecimalBook`, as integers at the scales of the book. They are doubles
 * while all of them fit. Once a level does not fit, they are bigints, until the book is cleared.
 */
export class DecimalSides {
  readonly #bids = new NumberLevels(1);
  readonly #asks = new NumberLevels(-1);
  #exact: { readonly bids: BigintLevels; readonly asks: BigintLevels } | undefined;

  /** Whether the levels are bigints. */
  get exact(): boolean {
    return this.#exact !== undefined;
  }

  /** Returns the levels of a side that are stored as doubles. */
  numbers(side: BookSide): NumberLevels {
    return side === "bids" ? this.#bids : this.#asks;
  }

  /** Sets levels of a side that is stored as doubles. A quantity of 0 deletes the level. */
  apply(side: BookSide, columns: LevelRows): void {
    const { prices, quantities, count } = columns;
    const levels = this.numbers(side);
    levels.reserve(count);
    levels.applySorted(prices, quantities, count);
  }

  /**
   * Sets the levels of the columns as doubles. Handles only a single level, or levels that need no
   * conversion. For all others, changes nothing and returns false.
   */
  set(side: BookSide, columns: DecimalColumns, meaning: LevelMeaning, scales: BookScales): boolean {
    const { price, quantity, extras, count } = columns;
    if (count !== 1) {
      if (meaning !== "plain" || this.exact || !isAtScale(columns, scales)) return false;
      this.apply(side, { prices: price.mantissas, quantities: quantity.mantissas, count });
      return true;
    }
    const own = firstAtScale(price, scales.price);
    let amount = firstAtScale(quantity, scales.quantity);
    if (Number.isNaN(own + amount) || this.exact) return false;
    const isAsk = meaning === "count" ? amount < 0 : meaning === "side" && extras[0] === ASKS;
    if (meaning === "count") amount = extras[0] === 0 ? 0 : Math.abs(amount);
    else if (meaning === "action" && extras[0] === DELETE) amount = 0;
    if (amount < 0) return false;
    this.numbers(isAsk ? "asks" : side).set(own, amount);
    return true;
  }

  /**
   * Adds a change to a quantity, as doubles. The columns must have exactly one level. Returns the sum, or
   * undefined if the numbers do not fit and nothing was changed.
   */
  addOne(side: BookSide, columns: DecimalColumns, scales: BookScales): number | undefined {
    const price = firstAtScale(columns.price, scales.price);
    const change = firstAtScale(columns.quantity, scales.quantity);
    if (Number.isNaN(price + change) || this.exact) return undefined;
    const levels = this.numbers(side);
    levels.reserve(1);
    const sum = levels.add(price, change);
    return sum > Number.MAX_SAFE_INTEGER ? undefined : sum;
  }

  /** Converts all levels to bigints, unless they are bigints already. Returns those of a side. */
  bigints(side: BookSide): BigintLevels {
    if (this.#exact === undefined) {
      const bids = exactLevels(this.#bids);
      const asks = exactLevels(this.#asks);
      this.#exact = { bids: new BigintLevels(1), asks: new BigintLevels(-1) };
      this.#exact.bids.load(bids);
      this.#exact.asks.load(asks);
      this.#bids.clear();
      this.#asks.clear();
    }
    return this.#exact[side];
  }

  /** Returns the number of levels of a side. */
  depth(side: BookSide): number {
    return (this.#exact?.[side] ?? this.numbers(side)).count;
  }

  /**
   * Returns the best levels of a side. The best one is first. Returns columns if the levels are doubles,
   * and objects if they are bigints.
   */
  best(side: BookSide, wanted: number): LevelColumns | BigintLevel[] {
    if (this.#exact !== undefined) return this.#exact[side].best(wanted);
    scratch.clear();
    this.numbers(side).copyTop(wanted, scratch);
    return scratch;
  }

  /** Returns shared columns with one level: the one in a slot of `numbers`. */
  atSlot(side: BookSide, slot: number): LevelColumns {
    this.numbers(side).copySlot(slot, scratch);
    return scratch;
  }

  /** Drops the marks of all levels. */
  forgetMarks(): void {
    this.#bids.forgetMarks();
    this.#asks.forgetMarks();
  }

  /** Returns the quantity at a price; 0 if the side has no level at this price. */
  quantityAt(side: BookSide, price: bigint): number | bigint {
    if (this.#exact !== undefined) return this.#exact[side].quantityAt(price);
    const number = Number(price);
    return Number.isSafeInteger(number) ? this.numbers(side).quantityAt(number) : 0;
  }

  /** Deletes all levels of each side except the best `depth`. */
  truncate(depth: number): void {
    for (const side of ["bids", "asks"] as const) {
      (this.#exact?.[side] ?? this.numbers(side)).truncate(depth);
    }
  }

  /** Increases the scales by numbers of fraction digits. */
  refine(priceDigits: number, quantityDigits: number): void {
    const priceFactor = POWERS_OF_TEN[priceDigits] as number;
    const quantityFactor = POWERS_OF_TEN[quantityDigits] as number;
    const fits =
      this.#exact === undefined &&
      this.#bids.canScale(priceFactor, quantityFactor) &&
      this.#asks.canScale(priceFactor, quantityFactor);
    for (const side of ["bids", "asks"] as const) {
      if (fits) this.numbers(side).scale(priceFactor, quantityFactor);
      else this.bigints(side).scale(10n ** BigInt(priceDigits), 10n ** BigInt(quantityDigits));
    }
  }

  /** Deletes all levels. */
  clear(): void {
    this.#bids.clear();
    this.#asks.clear();
    this.#exact = undefined;
  }
}

function exactLevels(levels: NumberLevels): BigintLevel[] {
  scratch.clear();
  levels.copyTop(levels.count, scratch);
  return Array.from({ length: scratch.count }, (_, rank) => ({
    price: BigInt(scratch.prices[rank] as number),
    quantity: BigInt(scratch.quantities[rank] as number),
  }));
}

/** @throws BookError `book_side` if `side` is not the name of a side. */
export function checkSide(side: BookSide): void {
  if (side !== "bids" && side !== "asks") throw new BookError("book_side");
}
