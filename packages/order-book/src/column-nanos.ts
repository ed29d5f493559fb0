// A Decimal as one double of nanos, and back: exact as long as the units fit `MAX_COLUMN_UNITS`.

import type { Decimal } from "@specwright/runtime";
import { BookError } from "./book-error.ts";
import type { BookLevel } from "./book-level.ts";
import { type LevelColumns, MAX_COLUMN_UNITS } from "./level-columns.ts";

const MAX_NANOS = 999_999_999;
const MAX_UNITS = BigInt(MAX_COLUMN_UNITS);
const MIN_UNITS = -MAX_UNITS;
// Making a bigint costs more than the rest of a level, and most units are small.
const SMALL_UNITS: readonly bigint[] = Array.from({ length: 1024 }, (_, units) => BigInt(units));

/** Throws `BookError` unless the parts have the types of a Decimal, and nanos at most nine digits. */
export function checkNanos({ units, nanos }: Decimal): void {
  if (
    typeof units !== "bigint" ||
    !Number.isInteger(nanos) ||
    nanos > MAX_NANOS ||
    nanos < -MAX_NANOS
  ) {
    throw new BookError("book_decimal");
  }
}

/** Gives the value in nanos, or NaN when the units do not fit. Throws `BookError` for what is no Decimal. */
export function columnNanos(value: Decimal): number {
  checkNanos(value);
  const { units, nanos } = value;
  if (units > MAX_UNITS || units < MIN_UNITS) return Number.NaN;
  return Number(units) * 1e9 + nanos;
}

/** Makes the Decimal of a value in nanos. */
export function decimalFromColumn(value: number): Decimal {
  let units = Math.trunc(value / 1e9);
  let nanos = value - units * 1e9;
  // The quotient is rounded: just below a unit it may have been rounded up to it.
  if (nanos < 0 && value > 0) {
    units -= 1;
    nanos += 1e9;
  } else if (nanos > 0 && value < 0) {
    units += 1;
    nanos -= 1e9;
  }
  const small = units >= 0 && units < 1024 ? SMALL_UNITS[units] : undefined;
  // Adding 0 turns -0 into 0.
  return { units: small ?? BigInt(units), nanos: nanos + 0 };
}

/**
 * Puts levels into columns in the place of what was there; `overflow` is set when one does not fit.
 * Throws `BookError` for a level that is no Decimals, or has less than none.
 */
export function fillColumns(
  columns: LevelColumns,
  levels: readonly Readonly<BookLevel>[],
): LevelColumns {
  columns.clear();
  for (const { price, qty } of levels) {
    const priceNanos = columnNanos(price);
    const quantityNanos = columnNanos(qty);
    if (quantityNanos < 0) throw new BookError("book_negative_quantity");
    if (Number.isNaN(priceNanos) || Number.isNaN(quantityNanos)) columns.overflow = true;
    else columns.push(priceNanos, quantityNanos);
  }
  return columns;
}
