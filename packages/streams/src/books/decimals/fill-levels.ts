// Converts levels from the scales in which they were received to the scales of a book, and back.

import type { BigintLevel } from "../bigint-levels.ts";
import { BookError } from "../book-error.ts";
import type { LevelColumns } from "../level-columns.ts";
import { type DecimalColumns, mantissaAt } from "./decimal-columns.ts";
import { POWERS_OF_TEN } from "./powers-of-ten.ts";
import type { DecimalColumn } from "./scan-decimal.ts";

/** The meaning of the quantity and `extras` of the levels in columns; see the methods of `DecimalBook`. */
export type LevelMeaning = "plain" | "change" | "count" | "action" | "side";

/** The index of `delete` in the words for actions. */
export const DELETE = 2;
/** The index of asks in the words for sides. */
export const ASKS = 1;

export interface BookScales {
  readonly price: number;
  readonly quantity: number;
}

/**
 * Why levels were not converted. `finer`: a decimal has more fraction digits than the scale of the book.
 * `wide`: a decimal is too large for a double. `negative`: a quantity is negative.
 */
export type NotFilled = "finer" | "wide" | "negative";

/**
 * Converts the levels of the columns, and replaces the contents of `first` and `second` by them. Levels
 * that the columns mark as asks go to `second`, and all other levels to `first`. Returns undefined, or the
 * reason for stopping.
 */
export function fillLevels(
  columns: DecimalColumns,
  meaning: LevelMeaning,
  scales: BookScales,
  first: LevelColumns,
  second: LevelColumns,
): NotFilled | undefined {
  first.clear();
  second.clear();
  const { count, extras } = columns;
  const { mantissas: prices, scales: priceScales } = columns.price;
  const { mantissas: quantities, scales: quantityScales } = columns.quantity;
  const { price: priceScale, quantity: quantityScale } = scales;
  const plain = meaning === "plain";
  for (let index = 0; index < count; index++) {
    const priceDigits = priceScale - (priceScales[index] as number);
    const quantityDigits = quantityScale - (quantityScales[index] as number);
    if (priceDigits < 0 || quantityDigits < 0) return "finer";
    let price = prices[index] as number;
    if (priceDigits > 0) price *= POWERS_OF_TEN[priceDigits] as number;
    let quantity = quantities[index] as number;
    if (quantityDigits > 0) quantity *= POWERS_OF_TEN[quantityDigits] as number;
    // A mantissa that does not fit a double is NaN, for which these conditions are true.
    if (!(Math.abs(price) <= Number.MAX_SAFE_INTEGER)) return "wide";
    if (!(Math.abs(quantity) <= Number.MAX_SAFE_INTEGER)) return "wide";
    if (plain) {
      if (quantity < 0) return "negative";
      first.push(price, quantity);
      continue;
    }
    let target = first;
    if (meaning === "count") {
      if (quantity < 0) target = second;
      quantity = extras[index] === 0 ? 0 : Math.abs(quantity);
    } else if (meaning === "action") {
      if (extras[index] === DELETE) quantity = 0;
    } else if (meaning === "side" && extras[index] === ASKS) target = second;
    if (quantity < 0 && meaning !== "change") return "negative";
    target.push(price, quantity);
  }
  return undefined;
}

/**
 * Reports whether levels need no conversion. They then have the scales of the book, and their quantities
 * are not negative and fit a double.
 */
export function isAtScale(
  { price, quantity, count }: DecimalColumns,
  { price: priceScale, quantity: quantityScale }: BookScales,
): boolean {
  const { mantissas: prices, scales: priceScales } = price;
  const { mantissas: quantities, scales: quantityScales } = quantity;
  for (let index = 0; index < count; index++) {
    if (priceScales[index] !== priceScale || quantityScales[index] !== quantityScale) return false;
    // A mantissa that does not fit a double is NaN, for which this condition is true.
    if (!((quantities[index] as number) >= 0)) return false;
    if (Number.isNaN(prices[index] as number)) return false;
  }
  return true;
}

/** Returns the first number of a column at a scale. Returns NaN if the number does not fit a double. */
export function firstAtScale({ mantissas, scales }: DecimalColumn, scale: number): number {
  const digits = scale - (scales[0] as number);
  if (digits < 0) return Number.NaN;
  const value = (mantissas[0] as number) * (POWERS_OF_TEN[digits] as number);
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : Number.NaN;
}

/** Like `fillLevels`, but with bigints. No level may have more fraction digits than the scales. */
export function fillExactLevels(
  columns: DecimalColumns,
  meaning: LevelMeaning,
  scales: BookScales,
  first: BigintLevel[],
  second: BigintLevel[],
): "negative" | undefined {
  for (let index = 0; index < columns.count; index++) {
    const price = scaledMantissa(columns.price, index, scales.price);
    let quantity = scaledMantissa(columns.quantity, index, scales.quantity);
    const extra = columns.extras[index];
    const isSecond = meaning === "count" ? quantity < 0n : meaning === "side" && extra === ASKS;
    if (meaning === "count") quantity = extra === 0 ? 0n : quantity < 0n ? -quantity : quantity;
    else if (meaning === "action" && extra === DELETE) quantity = 0n;
    if (quantity < 0n && meaning !== "change") return "negative";
    (isSecond ? second : first).push({ price, quantity });
  }
  return undefined;
}

/** Returns the largest scale of the prices, and the largest scale of the quantities. */
export function finestScales({ price, quantity, count }: DecimalColumns): BookScales {
  let finestPrice = 0;
  let finestQuantity = 0;
  for (let index = 0; index < count; index++) {
    finestPrice = Math.max(finestPrice, price.scales[index] as number);
    finestQuantity = Math.max(finestQuantity, quantity.scales[index] as number);
  }
  return { price: finestPrice, quantity: finestQuantity };
}

/**
 * Checks that no level has a negative quantity, unless the level is deleted.
 *
 * @throws BookError `book_negative_quantity`.
 */
export function checkQuantities(columns: DecimalColumns, meaning: LevelMeaning): void {
  if (meaning === "count" || meaning === "change") return;
  for (let index = 0; index < columns.count; index++) {
    if (meaning === "action" && columns.extras[index] === 2) continue;
    if (mantissaAt(columns.quantity, index) < 0n) throw new BookError("book_negative_quantity");
  }
}

/** Copies levels of a book to columns. The numbers have the scales of the book. */
export function copyLevels(levels: LevelColumns, scales: BookScales, into: DecimalColumns): void {
  const { count } = levels;
  into.reserve(count);
  into.count = count;
  const { price, quantity, extras } = into;
  for (let rank = 0; rank < count; rank++) {
    price.mantissas[rank] = levels.prices[rank] as number;
    price.scales[rank] = scales.price;
    quantity.mantissas[rank] = levels.quantities[rank] as number;
    quantity.scales[rank] = scales.quantity;
    extras[rank] = 0;
  }
}

function scaledMantissa(column: DecimalColumn, index: number, scale: number): bigint {
  return mantissaAt(column, index) * 10n ** BigInt(scale - (column.scales[index] as number));
}
