import { type Decimal, decimalFromNanos, decimalToNanos } from "@specwright/runtime";
import { BookError } from "./book-error.ts";
import type { BookLevel } from "./book-level.ts";
import { checkNanos } from "./column-nanos.ts";

const MIN_UNITS = -(2n ** 63n);
const MAX_UNITS = 2n ** 63n - 1n;

/** Is a level in nanos. */
export interface BigintLevel {
  readonly price: bigint;
  readonly quantity: bigint;
}

/** Holds a side whose nanos exceed what a double holds exactly: slower, and right for every int64. */
export class BigintLevels {
  /** Ascending keys: the price, or for asks its negative, so that the best is always the last. */
  readonly #keys: bigint[] = [];
  readonly #quantities: bigint[] = [];
  readonly #sign: bigint;

  /** Makes an empty side; `sign` is 1 when a high price is best, otherwise -1. */
  constructor(sign: 1 | -1) {
    this.#sign = BigInt(sign);
  }

  /** How many levels there are. */
  get count(): number {
    return this.#keys.length;
  }

  /** Sets each level, or deletes it when its quantity is 0. */
  apply(levels: readonly BigintLevel[]): void {
    for (const { price, quantity } of levels) this.#set(this.#sign * price, quantity);
  }

  /** Takes the levels into an empty side. */
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

  /** Visits the levels, best first, each as a copy. */
  *levels(): Generator<BookLevel, void, undefined> {
    for (let rank = 0; rank < this.count; rank++) yield this.#level(rank);
  }

  /** Copies out the best levels, best first. */
  top(wanted: number): BookLevel[] {
    const length = Math.min(wanted, this.count);
    return Array.from({ length }, (_, rank) => this.#level(rank));
  }

  /** Gives the quantity at a price, both in nanos; 0 where there is no level. */
  quantityAt(price: bigint): bigint {
    const key = this.#sign * price;
    const at = this.#find(key);
    return this.#keys[at] === key ? (this.#quantities[at] ?? 0n) : 0n;
  }

  #level(rank: number): BookLevel {
    const at = this.count - 1 - rank;
    return {
      price: decimalFromNanos(this.#sign * (this.#keys[at] ?? 0n)),
      qty: decimalFromNanos(this.#quantities[at] ?? 0n),
    };
  }

  /** Gives the index of the first key that is not below. */
  #find(key: bigint): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#keys[middle] ?? key) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #set(key: bigint, quantity: bigint): void {
    const at = this.#find(key);
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

/** Gives levels in nanos. Throws `BookError` when one of them is none that a book can hold. */
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
