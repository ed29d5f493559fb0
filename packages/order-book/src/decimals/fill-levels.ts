// Brings levels as they were written to the scales of a book.

import type { BigintLevel } from "../bigint-levels.ts";
import type { LevelColumns } from "../level-columns.ts";
import { type DecimalColumns, mantissaAt } from "./decimal-columns.ts";
import { POWERS_OF_TEN } from "./powers-of-ten.ts";
import type { DecimalColumn } from "./scan-decimal.ts";

/** How the columns say what happens to a level, and on which side. */
export type LevelMeaning = "plain" | "change" | "count" | "action" | "side";

/** The index of `delete` among the words of an action. */
const DELETE = 2;
/** The index of asks among the words of a side. */
const ASKS = 1;

/** The scales of a book. */
export interface BookScales {
  readonly price: number;
  readonly quantity: number;
}

/**
 * Why levels were not filled in: a decimal is finer than the scales, or too large for a double; or a
 * quantity is negative.
 */
export type NotFilled = "finer" | "wide" | "negative";

/**
 * Replaces levels by those of the columns. Levels whose side is not said go to the first. Returns
 * undefined, or why it stopped.
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
    // NaN, which stands for a wide mantissa, fails too.
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

/** Does the same exactly, with scales that are fine enough. */
export function fillExactLevels(
  columns: DecimalColumns,
  meaning: LevelMeaning,
  scales: BookScales,
  first: BigintLevel[],
  second: BigintLevel[],
): "negative" | undefined {
  for (let index = 0; index < columns.count; index++) {
    const price = scaled(columns.price, index, scales.price);
    let quantity = scaled(columns.quantity, index, scales.quantity);
    const extra = columns.extras[index];
    const isSecond = meaning === "count" ? quantity < 0n : meaning === "side" && extra === ASKS;
    if (meaning === "count") quantity = extra === 0 ? 0n : quantity < 0n ? -quantity : quantity;
    else if (meaning === "action" && extra === DELETE) quantity = 0n;
    if (quantity < 0n && meaning !== "change") return "negative";
    (isSecond ? second : first).push({ price, quantity });
  }
  return undefined;
}

/** Returns the finest scale of the levels of a column. */
export function finestScale({ scales }: DecimalColumn, count: number): number {
  let finest = 0;
  for (let index = 0; index < count; index++) finest = Math.max(finest, scales[index] as number);
  return finest;
}

function scaled(column: DecimalColumn, index: number, scale: number): bigint {
  return mantissaAt(column, index) * 10n ** BigInt(scale - (column.scales[index] as number));
}
