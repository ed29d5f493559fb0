import { type Decimal, decimalFromNanos, decimalToNanos } from "@specwright/runtime";
import { BookError } from "./book-error.ts";
import type { BookLevel } from "./book-level.ts";
import { checkNanos } from "./column-nanos.ts";

const MIN_UNITS = -(2n ** 63n);
const MAX_UNITS = 2n ** 63n - 1n;

/** A level whose price and quantity are integers: nanos, or in a `DecimalBook` integers at its scales. */
export interface BigintLevel {
  readonly price: bigint;
  readonly quantity: bigint;
}

/**
 * One side of a book, stored as bigints for numbers that are too large for a double. It is slower than
 * `NumberLevels`.
 */
export class BigintLevels {
  /**
   * The keys in ascending order. The key of a bid is its price, and the key of an ask is minus its price.
   * The best level is therefore the last.
   */
  readonly #keys: bigint[] = [];
  readonly #quantities: bigint[] = [];
  readonly #sign: bigint;

  /** Creates an empty side. `sign` is 1 for bids, where the highest price is best, and -1 for asks. */
  constructor(sign: 1 | -1) {
    this.#sign = BigInt(sign);
  }

  /** The number of levels. */
  get count(): number {
    return this.#keys.length;
  }

  /** Sets the quantity of each level. A quantity of 0 deletes the level. */
  apply(levels: readonly BigintLevel[]): void {
    for (const { price, quantity } of levels) this.#setLevel(this.#sign * price, quantity);
  }

  /**
   * Adds `change` to the quantity at a price, and returns the sum. If the sum is 0 or less, deletes the
   * level.
   */
  add(price: bigint, change: bigint): bigint {
    const sum = this.quantityAt(price) + change;
    this.#setLevel(this.#sign * price, sum > 0n ? sum : 0n);
    return sum;
  }

  /** Deletes all levels except the best `depth`. */
  truncate(depth: number): void {
    const surplus = Math.max(0, this.count - depth);
    this.#keys.splice(0, surplus);
    this.#quantities.splice(0, surplus);
  }

  /** Multiplies all prices and quantities by factors. */
  scale(priceFactor: bigint, quantityFactor: bigint): void {
    for (let slot = 0; slot < this.count; slot++) {
      this.#keys[slot] = (this.#keys[slot] ?? 0n) * priceFactor;
      this.#quantities[slot] = (this.#quantities[slot] ?? 0n) * quantityFactor;
    }
  }

  /** Returns the best levels as integers. The best one is first. */
  best(wanted: number): BigintLevel[] {
    const length = Math.min(wanted, this.count);
    return Array.from({ length }, (_, rank) => {
      const at = this.count - 1 - rank;
      return { price: this.#sign * (this.#keys[at] ?? 0n), quantity: this.#quantities[at] ?? 0n };
    });
  }

  /** Fills an empty side with levels. */
  load(levels: readonly BigintLevel[]): void {
    const byKey = new Map<bigint, bigint>();
    for (const { price, quantity } of levels) byKey.set(this.#sign * price, quantity);
    const sorted = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [key, quantity] of sorted) {
      if (quantity === 0n) continue;
      this.#keys.push(key);
      this.#quantities.push(quantity);
    }
  }

  /**
   * Iterates over copies of the levels, whose prices and quantities are in nanos. The best one is first.
   */
  *levels(): Generator<BookLevel, void, undefined> {
    for (let rank = 0; rank < this.count; rank++) yield this.#level(rank);
  }

  /**
   * Returns copies of the best levels, whose prices and quantities are in nanos. The best one is first.
   */
  top(wanted: number): BookLevel[] {
    const length = Math.min(wanted, this.count);
    return Array.from({ length }, (_, rank) => this.#level(rank));
  }

  /** Returns the quantity at a price; 0 if the side has no level at this price. */
  quantityAt(price: bigint): bigint {
    const key = this.#sign * price;
    const at = this.#findRank(key);
    return this.#keys[at] === key ? (this.#quantities[at] ?? 0n) : 0n;
  }

  #level(rank: number): BookLevel {
    const at = this.count - 1 - rank;
    return {
      price: decimalFromNanos(this.#sign * (this.#keys[at] ?? 0n)),
      qty: decimalFromNanos(this.#quantities[at] ?? 0n),
    };
  }

  /** Returns the index of the first key that is not less than `key`. */
  #findRank(key: bigint): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#keys[middle] ?? key) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #setLevel(key: bigint, quantity: bigint): void {
    const at = this.#findRank(key);
    const found = this.#keys[at] === key;
    if (quantity === 0n) {
      if (!found) return;
      this.#keys.splice(at, 1);
      this.#quantities.splice(at, 1);
    } else if (found) this.#quantities[at] = quantity;
    else {
      this.#keys.splice(at, 0, key);
      this.#quantities.splice(at, 0, quantity);
    }
  }
}

/**
 * Converts levels from Decimals to nanos.
 *
 * @throws BookError if a level cannot be in a book.
 */
export function bigintLevels(levels: readonly Readonly<BookLevel>[]): BigintLevel[] {
  return levels.map(({ price, qty }) => {
    const quantity = exactNanos(qty);
    if (quantity < 0n) throw new BookError("book_negative_quantity");
    return { price: exactNanos(price), quantity };
  });
}

function exactNanos(value: Decimal): bigint {
  const { units } = value;
  checkNanos(value);
  if (units > MAX_UNITS || units < MIN_UNITS) throw new BookError("book_decimal");
  return decimalToNanos(value);
}
