import { BookError } from "./book-error.ts";

/**
 * Is how many units, of either sign, fit a column: with any nanos beside them the sum stays below
 * 2^53, so the double is exact.
 */
export const MAX_COLUMN_UNITS = 9_007_198;

const MAX_COLUMN_NANOS = MAX_COLUMN_UNITS * 1e9 + 999_999_999;

/**
 * Holds the levels of one side of a frame as two columns of nanos (`units * 1e9 + nanos`), with no
 * object per level. It is scratch: a reader of frames clears it, pushes the levels in the order
 * they came, and a book takes them from it.
 *
 * A reader sets `overflow` when a Decimal has more than `MAX_COLUMN_UNITS` units and may then stop;
 * the frame goes to the book as objects instead.
 */
export class LevelColumns {
  /** The prices; those from `count` on are leftovers. */
  prices: Float64Array;
  /** The quantities, each beside its price. */
  quantities: Float64Array;
  /** How many levels there are. */
  count = 0;
  /** Tells that a level was left out, because it fits no double. */
  overflow = false;

  /** Makes empty columns with room for so many levels; they grow as needed. */
  constructor(capacity = 64) {
    this.prices = new Float64Array(capacity);
    this.quantities = new Float64Array(capacity);
  }

  /** Empties the columns and keeps their room. */
  clear(): void {
    this.count = 0;
    this.overflow = false;
  }

  /** Adds a level in nanos. Both must be integers within `MAX_COLUMN_UNITS` and a fraction. */
  push(price: number, quantity: number): void {
    const at = this.count;
    if (at === this.prices.length) this.grow();
    this.prices[at] = price;
    this.quantities[at] = quantity;
    this.count = at + 1;
  }

  /** Doubles the room. */
  grow(): void {
    this.prices = widened(this.prices, this.prices.length * 2);
    this.quantities = widened(this.quantities, this.quantities.length * 2);
  }

  /** Throws `BookError` unless every level is one that a book can hold exactly. */
  check(): void {
    if (this.overflow) throw new BookError("book_columns");
    const { prices, quantities, count } = this;
    for (let index = 0; index < count; index++) {
      const price = prices[index] as number;
      const quantity = quantities[index] as number;
      if (quantity < 0) throw new BookError("book_negative_quantity");
      if (!isColumnNanos(price) || !isColumnNanos(quantity)) throw new BookError("book_columns");
    }
  }
}

/** Copies an array into one with more room. */
export function widened(values: Float64Array, capacity: number): Float64Array {
  const wide = new Float64Array(Math.max(capacity, 16));
  wide.set(values);
  return wide;
}

/** NaN passes neither comparison. */
function isColumnNanos(value: number): boolean {
  return Math.abs(value) <= MAX_COLUMN_NANOS && Math.floor(value) === value;
}
