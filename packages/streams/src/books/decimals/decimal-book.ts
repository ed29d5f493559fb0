import type { Decimal } from "@specwright/runtime";
import type { BigintLevel } from "../bigint-levels.ts";
import { BookError } from "../book-error.ts";
import type { BookSide } from "../book-level.ts";
import { checkNanos } from "../column-nanos.ts";
import { LevelColumns } from "../level-columns.ts";
import type { NumberLevels } from "../number-levels.ts";
import { type DecimalBookOptions, firstScales } from "./decimal-book-options.ts";
import { DecimalColumns, mantissaAt } from "./decimal-columns.ts";
import { type DecimalLevel, decimalLevel } from "./decimal-level.ts";
import { checkSide, DecimalSides } from "./decimal-sides.ts";
import { decimalText } from "./decimal-text.ts";
import { exactDecimal, mantissaAtScale } from "./exact-decimal.ts";
import {
  type BookScales,
  checkQuantities,
  fillExactLevels,
  fillLevels,
  finestScales,
  type LevelMeaning,
} from "./fill-levels.ts";
import { copyWritten, WireScales } from "./wire-scales.ts";

// Columns that all books share.
const firstScratch = new LevelColumns();
const secondScratch = new LevelColumns();
const topScratch = new DecimalColumns();

/**
 * The order book of one market of any venue, exact for decimals with any number of fraction digits. Levels
 * are integers at the finest scale that the venue has used so far. They are doubles while all of them fit.
 * Once a level does not fit, they are bigints, until the book is cleared or loaded.
 *
 * Levels are passed in `DecimalColumns`. Every method that sets levels checks all of them first. If it
 * throws an error, nothing has changed. The book does not decide which frames to apply.
 *
 * @example
 * ```ts
 * const shape = levelShape({ form: "tuple", price: 0, quantity: 1 });
 * const columns = new DecimalColumns();
 * const book = new DecimalBook();
 * scanLevels(new TextEncoder().encode('[["0.61","250"]]'), 0, shape, columns);
 * book.set("bids", columns);
 * book.topTexts("bids", 1); // [["0.61", "250"]]
 * ```
 */
export class DecimalBook {
  readonly #sides = new DecimalSides();
  readonly #coarsest: BookScales;
  #scales: BookScales;
  readonly #wire: WireScales | undefined;
  #markedBy: unknown;

  constructor(options: DecimalBookOptions = {}) {
    this.#coarsest = firstScales(options);
    this.#scales = this.#coarsest;
    this.#wire = options.keepDigits ? new WireScales() : undefined;
  }

  /** The number of fraction digits of the stored prices. */
  get priceScale(): number {
    return this.#scales.price;
  }

  /** The number of fraction digits of the stored quantities. */
  get quantityScale(): number {
    return this.#scales.quantity;
  }

  /** Whether the book stores bigints, because a level does not fit a double. */
  get exact(): boolean {
    return this.#sides.exact;
  }

  /** Removes all levels. Returns to doubles and to the initial scales. */
  clear(): void {
    this.#sides.clear();
    this.#scales = this.#coarsest;
    this.#wire?.clear();
  }

  /**
   * Replaces all levels by a snapshot. Levels with the quantity 0 are ignored.
   *
   * @throws BookError `book_negative_quantity`.
   */
  load(bids: DecimalColumns, asks: DecimalColumns): void {
    checkQuantities(bids, "plain");
    checkQuantities(asks, "plain");
    this.clear();
    this.#refineScales(finestScales(bids));
    this.#refineScales(finestScales(asks));
    this.#putLevels("bids", bids, "plain", true);
    this.#putLevels("asks", asks, "plain", true);
  }

  /**
   * Sets the quantity at each price, in order. A quantity of 0 deletes the level.
   *
   * @throws BookError `book_negative_quantity`.
   */
  set(side: BookSide, columns: DecimalColumns): void {
    this.#putLevels(side, columns, "plain", false);
  }

  /**
   * Sets levels of both sides. A level with a quantity above 0 is a bid, and one with a quantity below 0 is
   * an ask. `extras` is the count of orders: if it is 0, the level is deleted, whatever its quantity.
   */
  setByCount(columns: DecimalColumns): void {
    this.#putLevels("bids", columns, "count", false);
  }

  /**
   * Sets levels by actions. `extras` is the index of the action in `["new", "change", "delete"]`. A deleted
   * level may have any quantity.
   *
   * @throws BookError `book_negative_quantity`.
   */
  setByAction(side: BookSide, columns: DecimalColumns): void {
    this.#putLevels(side, columns, "action", false);
  }

  /**
   * Sets levels of both sides. `extras` is the index of the side in a list of two words, the first for bids
   * and the second for asks, such as `["bid", "offer"]`.
   *
   * @throws BookError `book_negative_quantity`.
   */
  setBySide(columns: DecimalColumns): void {
    this.#putLevels("bids", columns, "side", false);
  }

  /**
   * Adds to the quantity at each price, in order. If a sum is 0 or negative, deletes the level. Returns
   * false if a sum was negative, which means that frames are missing: the other levels are applied, but do
   * not use the book until a snapshot is loaded.
   */
  add(side: BookSide, columns: DecimalColumns): boolean {
    checkSide(side);
    if (columns.count === 1 && this.#wire === undefined) {
      const sum = this.#sides.addOne(side, columns, this.#scales);
      if (sum !== undefined) return sum >= 0;
    }
    const fits = this.#fillLevels(columns, "change");
    let sound = true;
    let from = 0;
    if (fits && !this.#sides.exact) {
      const levels = this.#sides.numbers(side);
      levels.reserve(firstScratch.count);
      for (; from < firstScratch.count; from++) {
        const price = firstScratch.prices[from] as number;
        const sum = levels.add(price, firstScratch.quantities[from] as number);
        if (sum > Number.MAX_SAFE_INTEGER) break;
        if (sum < 0) sound = false;
        this.#wire?.set(side, price, undefined);
      }
      if (from === firstScratch.count) return sound;
    }
    const changes: BigintLevel[] = [];
    fillExactLevels(columns, "change", this.#scales, changes, changes);
    const levels = this.#sides.bigints(side);
    for (const { price, quantity } of changes.slice(from)) {
      if (levels.add(price, quantity) < 0n) sound = false;
      this.#wire?.set(side, price, undefined);
    }
    return sound;
  }

  /**
   * Deletes all levels of each side except the best `depth`. Needed for venues that do not send a deletion
   * when a level leaves the depth of a subscription.
   */
  truncate(depth: number): void {
    this.#sides.truncate(depth);
    // The scales of deleted levels do no harm, but would fill the memory over time.
    const levels = this.depth("bids") + this.depth("asks");
    if (this.#wire !== undefined && this.#wire.size > 2 * levels + 64) {
      this.#wire.rebuild(this.#allPrices(), 1n, undefined);
    }
  }

  /** A copy of the highest bid. Undefined if the book has no bids. */
  get bestBid(): DecimalLevel | undefined {
    return this.top("bids", 1)[0];
  }

  /** A copy of the lowest ask. Undefined if the book has no asks. */
  get bestAsk(): DecimalLevel | undefined {
    return this.top("asks", 1)[0];
  }

  /** Whether the price of the best bid is equal to or above the price of the best ask. */
  get crossed(): boolean {
    const bid = this.#prices("bids", 1)[0];
    const ask = this.#prices("asks", 1)[0];
    return bid !== undefined && ask !== undefined && bid >= ask;
  }

  /** Returns the number of levels of a side. */
  depth(side: BookSide): number {
    checkSide(side);
    return this.#sides.depth(side);
  }

  /**
   * Returns copies of the `count` best levels of a side. The best one is first. If a number has more than
   * nine fraction digits, reading `price` or `qty` throws `book_decimal`; use `priceText` or `qtyText`.
   */
  top(side: BookSide, count: number = Number.POSITIVE_INFINITY): DecimalLevel[] {
    this.copyTop(side, count, topScratch);
    const { price, quantity } = topScratch;
    return Array.from({ length: topScratch.count }, (_, rank) =>
      decimalLevel(
        { mantissa: mantissaAt(price, rank), scale: price.scales[rank] as number },
        { mantissa: mantissaAt(quantity, rank), scale: quantity.scales[rank] as number },
      ),
    );
  }

  /** Returns the prices and quantities of the best levels as canonical texts. The best one is first. */
  topTexts(
    side: BookSide,
    count: number = Number.POSITIVE_INFINITY,
  ): (readonly [price: string, quantity: string])[] {
    this.copyTop(side, count, topScratch);
    const { price, quantity } = topScratch;
    return Array.from({ length: topScratch.count }, (_, rank) => [
      decimalText(mantissaAt(price, rank), price.scales[rank] as number),
      decimalText(mantissaAt(quantity, rank), quantity.scales[rank] as number),
    ]);
  }

  /**
   * Replaces the contents of the columns by the best levels of a side. The best one is first. Creates no
   * objects unless the book is `exact`. The numbers have the scales of the book. If the book keeps digits,
   * they have the received scales.
   */
  copyTop(side: BookSide, count: number, into: DecimalColumns): void {
    checkSide(side);
    copyWritten(side, this.#sides.best(side, count), this.#scales, this.#wire, into);
  }

  /**
   * Returns the levels of a side with the marks for checksums. Returns undefined if the book is `exact`. If
   * `rule` differs from that of the last call, the marks are dropped.
   */
  marked(side: BookSide, rule: unknown): NumberLevels | undefined {
    if (this.#sides.exact) return undefined;
    if (this.#markedBy !== rule) this.#sides.forgetMarks();
    this.#markedBy = rule;
    return this.#sides.numbers(side);
  }

  /** Replaces the contents of the columns by one level: the one in a slot of the levels from `marked`. */
  copySlot(side: BookSide, slot: number, into: DecimalColumns): void {
    copyWritten(side, this.#sides.atSlot(side, slot), this.#scales, this.#wire, into);
  }

  /** Iterates over copies of the levels of a side, in the same form as `top`. The best one is first. */
  levels(side: BookSide): IterableIterator<DecimalLevel> {
    return this.top(side).values();
  }

  /**
   * Returns the quantity at a price; 0 if the side has no level at this price.
   *
   * @throws BookError `book_decimal` if the price is not a Decimal, or the quantity has more than nine
   * fraction digits.
   */
  quantityAt(side: BookSide, price: Decimal): Decimal {
    checkSide(side);
    checkNanos(price);
    const key = mantissaAtScale(price, this.#scales.price);
    if (key === undefined) return { units: 0n, nanos: 0 };
    return exactDecimal(BigInt(this.#sides.quantityAt(side, key)), this.#scales.quantity);
  }

  /** Returns copies of the best levels of both sides, at most `count` of each. The best ones are first. */
  snapshot(count: number = Number.POSITIVE_INFINITY): Record<BookSide, DecimalLevel[]> {
    return { bids: this.top("bids", count), asks: this.top("asks", count) };
  }

  /** Sets levels on `side`. If the columns name a side for a level, sets it there instead. */
  #putLevels(side: BookSide, columns: DecimalColumns, meaning: LevelMeaning, load: boolean): void {
    checkSide(side);
    if (!load && this.#sides.set(side, columns, meaning, this.#scales)) {
      // Most levels are set by `DecimalSides.set` and need no shared columns.
    } else if (!this.#fillLevels(columns, meaning) || this.#sides.exact) {
      this.#putExact(side, columns, meaning);
    } else if (load) {
      const levels = this.#sides.numbers(side);
      levels.reserve(firstScratch.count);
      levels.load(firstScratch);
    } else {
      this.#sides.apply(side, firstScratch);
      if (secondScratch.count > 0) this.#sides.apply("asks", secondScratch);
    }
    this.#wire?.note(side, columns, meaning, this.#scales);
  }

  /**
   * Fills the shared columns, and refines the scales if needed. Returns false if a level does not fit a
   * double.
   */
  #fillLevels(columns: DecimalColumns, meaning: LevelMeaning): boolean {
    let result = fillLevels(columns, meaning, this.#scales, firstScratch, secondScratch);
    if (result === "finer" || result === "wide") {
      // If a level is invalid, an error must be thrown before anything changes.
      checkQuantities(columns, meaning);
      this.#refineScales(finestScales(columns));
      result = fillLevels(columns, meaning, this.#scales, firstScratch, secondScratch);
    }
    if (result === "negative") throw new BookError("book_negative_quantity");
    return result === undefined;
  }

  #putExact(side: BookSide, columns: DecimalColumns, meaning: LevelMeaning): void {
    const first: BigintLevel[] = [];
    const second: BigintLevel[] = [];
    fillExactLevels(columns, meaning, this.#scales, first, second);
    this.#sides.bigints(side).apply(first);
    this.#sides.bigints("asks").apply(second);
  }

  #refineScales(finest: BookScales): void {
    const scales = this.#scales;
    const priceDigits = Math.max(0, finest.price - scales.price);
    const quantityDigits = Math.max(0, finest.quantity - scales.quantity);
    if (priceDigits === 0 && quantityDigits === 0) return;
    this.#wire?.rebuild(this.#allPrices(), 10n ** BigInt(priceDigits), scales);
    this.#sides.refine(priceDigits, quantityDigits);
    this.#sides.forgetMarks();
    this.#scales = {
      price: scales.price + priceDigits,
      quantity: scales.quantity + quantityDigits,
    };
  }

  #allPrices(): Record<BookSide, (number | bigint)[]> {
    return { bids: this.#prices("bids"), asks: this.#prices("asks") };
  }

  /** Returns the best prices of a side, as integers at the scale of the book. */
  #prices(side: BookSide, count: number = Number.POSITIVE_INFINITY): (number | bigint)[] {
    const levels = this.#sides.best(side, count);
    if (!(levels instanceof LevelColumns)) return levels.map(({ price }) => price);
    return Array.from(levels.prices.subarray(0, levels.count));
  }
}
