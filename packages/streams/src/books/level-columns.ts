import { BookError } from "./book-error.ts";

/**
 * The largest absolute number of units that fits a column. Even with the largest nanos, the value
 * in nanos stays below 2^53, so that a double is exact.
 */
export const MAX_COLUMN_UNITS = 9_007_198;

const MAX_COLUMN_NANOS = MAX_COLUMN_UNITS * 1e9 + 999_999_999;

/**
 * The levels of one side of a frame as two columns of nanos (`units * 1e9 + nanos`), without an
 * object for each level. The columns are reused: a reader clears them and pushes the levels of a
 * frame in order, and a book reads the levels from them.
 *
 * A reader sets `overflow` if a Decimal has more than `MAX_COLUMN_UNITS` units, and may then stop.
 * In this case, pass the frame to the book as objects.
 */
export class LevelColumns {
  /** The prices; entries from `count` on are leftovers. */
  prices: Float64Array;
  /** The quantities, in the same order as the prices. */
  quantities: Float64Array;
  /** The number of levels. */
  count = 0;
  /** Whether a level is missing because it does not fit a double. */
  overflow = false;

  /** Creates empty columns with room for `capacity` levels; they grow as needed. */
  constructor(capacity = 64) {
    this.prices = new Float64Array(capacity);
    this.quantities = new Float64Array(capacity);
  }

  /** Empties the columns without releasing memory. */
  clear(): void {
    this.count = 0;
    this.overflow = false;
  }

  /** Adds a level in nanos. Both numbers must be integers of at most `MAX_COLUMN_UNITS` units. */
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
   * Checks that every level fits a book exactly.
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

/** The members of `LevelColumns` that other types of columns have too. */
export type LevelRows = Pick<LevelColumns, "prices" | "quantities" | "count">;

/** Copies an array into a larger one. */
export function widenArray(values: Float64Array, capacity: number): Float64Array {
  const wide = new Float64Array(Math.max(capacity, 16));
  wide.set(values);
  return wide;
}

/** NaN fails both comparisons. */
function isColumnNanos(value: number): boolean {
  return Math.abs(value) <= MAX_COLUMN_NANOS && Math.floor(value) === value;
}
