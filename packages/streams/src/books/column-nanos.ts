// Converts Decimals to nanos in a double, and back. The conversion is exact if the units are at most
// `MAX_COLUMN_UNITS`.

import type { Decimal } from "@specwright/runtime";
import { BookError } from "./book-error.ts";
import type { BookLevel } from "./book-level.ts";
import { type LevelColumns, MAX_COLUMN_UNITS } from "./level-columns.ts";

const MAX_NANOS = 999_999_999;
const MAX_UNITS = BigInt(MAX_COLUMN_UNITS);
const MIN_UNITS = -MAX_UNITS;
// The bigints for small units, which are the most frequent. Creating a bigint takes longer than everything
// else for a level.
const SMALL_UNITS: readonly bigint[] = Array.from({ length: 1024 }, (_, units) => BigInt(units));

/**
 * Checks that `units` and `nanos` have the types of a Decimal, and that `nanos` has at most nine digits.
 *
 * @throws BookError `book_decimal`.
 */
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

/**
 * Converts a Decimal to nanos. Returns NaN if the units do not fit a column.
 *
 * @throws BookError `book_decimal` if the value is not a Decimal.
 */
export function columnNanos(value: Decimal): number {
  checkNanos(value);
  const { units, nanos } = value;
  if (units > MAX_UNITS || units < MIN_UNITS) return Number.NaN;
  return Number(units) * 1e9 + nanos;
}

/** Converts nanos to a Decimal. */
export function decimalFromColumn(value: number): Decimal {
  let units = Math.trunc(value / 1e9);
  let nanos = value - units * 1e9;
  // If the value is just below a whole unit, the quotient may have been rounded up to that unit.
  if (nanos < 0 && value > 0) {
    units -= 1;
    nanos += 1e9;
  } else if (nanos > 0 && value < 0) {
    units += 1;
    nanos -= 1e9;
  }
  const small = units >= 0 && units < 1024 ? SMALL_UNITS[units] : undefined;
  // Adding 0 converts -0 to 0.
  return { units: small ?? BigInt(units), nanos: nanos + 0 };
}

/**
 * Replaces the contents of the columns by levels. Sets `overflow` if a level does not fit.
 *
 * @throws BookError if a level has a number that is not a Decimal, or a negative quantity.
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
