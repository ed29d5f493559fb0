import { BookError } from "./book-error.ts";

/**
 * The maximum absolute number of units in a column. With any nanos, the value in nanos is then below 2^53,
 * so a double represents it exactly.
 */
export const MAX_COLUMN_UNITS = 9_007_198;

const MAX_COLUMN_NANOS = MAX_COLUMN_UNITS * 1e9 + 999_999_999;

/**
 * The levels of one side of a frame, as a column of prices and a column of quantities. The numbers are
 * nanos (`units * 1e9 + nanos`), and no level needs an object. The columns are used again for each frame: a
 * reader clears them and adds the levels in order, and then a book reads the levels.
 *
 * If a Decimal has more than `MAX_COLUMN_UNITS` units, a reader sets `overflow`, and may then stop. Pass
 * such a frame to the book as objects.
 */
export class LevelColumns {
  /** The prices. Entries from `count` on are not used. */
  prices: Float64Array;
  /** The quantities, in the same order as the prices. */
  quantities: Float64Array;
  /** The number of levels. */
  count = 0;
  /** Whether a level is missing because it does not fit a double. */
  overflow = false;

  /** Creates empty columns with room for `capacity` levels. They grow when they are full. */
  constructor(capacity = 64) {
    this.prices = new Float64Array(capacity);
    this.quantities = new Float64Array(capacity);
  }

  /** Empties the columns without releasing memory. */
  clear(): void {
    this.count = 0;
    this.overflow = false;
  }

  /**
   * Adds a level, with price and quantity in nanos. Both must be integers of at most `MAX_COLUMN_UNITS`
   * units.
   */
  push(price: number, quantity: number): void {
    const at = this.count;
    if (at === this.prices.length) this.grow();
    this.prices[at] = price;
    this.quantities[at] = quantity;
    this.count = at + 1;
  }

  /** Doubles the capacity. */
  grow(): void {
    this.prices = widenArray(this.prices, this.prices.length * 2);
    this.quantities = widenArray(this.quantities, this.quantities.length * 2);
  }

  /**
   * Checks that every level can be in a book.
   *
   * @throws BookError
   */
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

/** The members that `LevelColumns` and other columns have in common. */
export type LevelRows = Pick<LevelColumns, "prices" | "quantities" | "count">;

/** Copies an array into a larger one. */
export function widenArray(values: Float64Array, capacity: number): Float64Array {
  const wide = new Float64Array(Math.max(capacity, 16));
  wide.set(values);
  return wide;
}

/** If the value is NaN, both comparisons are false. */
function isColumnNanos(value: number): boolean {
  return Math.abs(value) <= MAX_COLUMN_NANOS && Math.floor(value) === value;
}
