import { type Decimal, decimalFromNanos, decimalToNanos } from "@specwright/runtime";
import { BookError } from "./book-error.ts";
import type { BookLevel } from "./book-level.ts";
import { checkNanos } from "./column-nanos.ts";

const MIN_UNITS = -(2n ** 63n);
const MAX_UNITS = 2n ** 63n - 1n;

/** A level in nanos, or in the scales of its book. */
export interface BigintLevel {
  readonly price: bigint;
  readonly quantity: bigint;
}

/**
 * One side of a book with integers that are too large for a double. It is slower than
 * `NumberLevels`.
 */
export class BigintLevels {
  /**
   * Ascending keys: the price for bids, its negative for asks, so that the best level is the last.
   */
  readonly #keys: bigint[] = [];
  readonly #quantities: bigint[] = [];
  readonly #sign: bigint;

  /** Creates an empty side. `sign` is 1 if the highest price is best, otherwise -1. */
  constructor(sign: 1 | -1) {
    this.#sign = BigInt(sign);
  }

  /** The number of levels. */
  get count(): number {
    return this.#keys.length;
  }

  /** Sets each level, or deletes it if its quantity is 0. */
  apply(levels: readonly BigintLevel[]): void {
    for (const { price, quantity } of levels) this.#setLevel(this.#sign * price, quantity);
  }

  /**
   * Adds a change to the quantity at a price, and deletes the level if the sum is 0 or less. Returns the
   * sum.
   */
  add(price: bigint, change: bigint): bigint {
    const sum = this.quantityAt(price) + change;
    this.#setLevel(this.#sign * price, sum > 0n ? sum : 0n);
    return sum;
  }

  /** Deletes the levels after the best `depth`. */
  truncate(depth: number): void {
    const surplus = Math.max(0, this.count - depth);
    this.#keys.splice(0, surplus);
    this.#quantities.splice(0, surplus);
  }

  /** Multiplies all prices and quantities. */
  scale(priceFactor: bigint, quantityFactor: bigint): void {
    for (let slot = 0; slot < this.count; slot++) {
      this.#keys[slot] = (this.#keys[slot] ?? 0n) * priceFactor;
      this.#quantities[slot] = (this.#quantities[slot] ?? 0n) * quantityFactor;
    }
  }

  /** Returns the best levels in the unit of the book, best first. */
  best(wanted: number): BigintLevel[] {
    const length = Math.min(wanted, this.count);
    return Array.from({ length }, (_, rank) => {
      const at = this.count - 1 - rank;
      return { price: this.#sign * (this.#keys[at] ?? 0n), quantity: this.#quantities[at] ?? 0n };
    });
  }

  /** Loads levels into an empty side. */
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

  /** Iterates over copies of the levels in nanos, best first. */
  *levels(): Generator<BookLevel, void, undefined> {
    for (let rank = 0; rank < this.count; rank++) yield this.#level(rank);
  }

  /** Returns copies of the best levels in nanos, best first. */
  top(wanted: number): BookLevel[] {
    const length = Math.min(wanted, this.count);
    return Array.from({ length }, (_, rank) => this.#level(rank));
  }

  /** Returns the quantity at a price; 0 if there is no such level. */
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
 * Converts levels to nanos.
 *
 * @throws BookError for a level that does not fit a book.
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
