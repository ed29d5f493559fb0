import type { BookLevel } from "./book-level.ts";
import { decimalFromColumn } from "./column-nanos.ts";
import { type LevelColumns, widened } from "./level-columns.ts";

const LOOP_SHIFT = 64;
const WALK = 16;

/**
 * Holds a side in two sorted arrays of nanos. The best level is the last, because most changes are
 * near the best: they are found by galloping from that end, and move few levels.
 */
export class NumberLevels {
  /** How many levels there are. */
  count = 0;
  /** Ascending keys: the price, or for asks its negative, so that the best is always the greatest. */
  #keys: Float64Array = new Float64Array(16);
  #quantities: Float64Array = new Float64Array(16);
  readonly #sign: 1 | -1;

  /** Makes an empty side; `sign` is 1 when a high price is best, otherwise -1. */
  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  /** Makes room, so that `apply` of so many levels cannot fail half way. */
  reserve(more: number): void {
    const wanted = this.count + more;
    if (wanted <= this.#keys.length) return;
    const capacity = Math.max(wanted, this.#keys.length * 2);
    // Both are made before either is kept.
    const keys = widened(this.#keys, capacity);
    const quantities = widened(this.#quantities, capacity);
    this.#keys = keys;
    this.#quantities = quantities;
  }

  /** Sets each level, or deletes it when its quantity is 0. Room must have been made. */
  apply({ prices, quantities, count }: LevelColumns): void {
    const sign = this.#sign;
    for (let index = 0; index < count; index++) {
      this.#set(sign * (prices[index] as number), quantities[index] as number);
    }
  }

  /** Takes the levels in the place of what was there. Room must have been made. */
  load(columns: LevelColumns): void {
    const { prices, quantities, count } = columns;
    const keys = this.#keys;
    const sign = this.#sign;
    let previous = Number.POSITIVE_INFINITY;
    this.count = 0;
    // Snapshots come best first as a rule: then they are copied, back to front.
    for (let index = 0; index < count; index++) {
      const key = sign * (prices[index] as number);
      const quantity = quantities[index] as number;
      if (key >= previous || quantity === 0) {
        this.#loadUnsorted(columns);
        return;
      }
      previous = key;
      keys[count - 1 - index] = key;
      this.#quantities[count - 1 - index] = quantity;
    }
    this.count = count;
  }

  /** Copies the best levels, best first, behind those that the columns have. */
  copyTop(wanted: number, into: LevelColumns): void {
    const last = this.count - 1;
    const end = last - Math.min(wanted, this.count);
    for (let index = last; index > end; index--) {
      into.push(this.#sign * (this.#keys[index] as number), this.#quantities[index] as number);
    }
  }

  /** Copies out the level at a rank below `count`: 0 is the best. */
  level(rank: number): BookLevel {
    return {
      price: decimalFromColumn(this.price(rank)),
      qty: decimalFromColumn(this.quantity(rank)),
    };
  }

  /** Gives the price at a rank from the best, 0, on; in nanos. */
  price(rank: number): number {
    return this.#sign * (this.#keys[this.count - 1 - rank] as number);
  }

  /** Gives the quantity at a rank, in nanos. */
  quantity(rank: number): number {
    return this.#quantities[this.count - 1 - rank] as number;
  }

  /** Gives the quantity at a price, both in nanos; 0 where there is no level. */
  quantityAt(price: number): number {
    const key = this.#sign * price;
    const at = this.#find(key);
    return at < this.count && this.#keys[at] === key ? (this.#quantities[at] as number) : 0;
  }

  /** Forgets every level, and keeps the room. */
  clear(): void {
    this.count = 0;
  }

  /** Gives the index of the first key that is not below. */
  #find(key: number): number {
    const keys = this.#keys;
    const count = this.count;
    // Most changes are among the best few; walking there costs less than any jump that is mispredicted.
    const stop = count > WALK ? count - WALK : 0;
    let low = count - 1;
    while (low >= stop && (keys[low] as number) >= key) low--;
    if (low >= stop || stop === 0) return low + 1;
    let high = stop;
    for (let step = WALK; low >= 0 && (keys[low] as number) >= key; step *= 2) {
      high = low;
      low -= step;
    }
    low = low < 0 ? 0 : low + 1;
    // Halved without a branch on what is compared: that would be mispredicted half of the time.
    let length = high - low;
    while (length > 0) {
      const half = (length + 1) >>> 1;
      low += Number((keys[low + half - 1] as number) < key) * half;
      length -= half;
    }
    return low;
  }

  #set(key: number, quantity: number): void {
    const at = this.#find(key);
    if (at < this.count && this.#keys[at] === key) {
      if (quantity === 0) this.#delete(at);
      else this.#quantities[at] = quantity;
    } else if (quantity !== 0) this.#insert(at, key, quantity);
  }

  #insert(at: number, key: number, quantity: number): void {
    const keys = this.#keys;
    const quantities = this.#quantities;
    const count = this.count;
    if (count - at <= LOOP_SHIFT) {
      for (let index = count; index > at; index--) {
        keys[index] = keys[index - 1] as number;
        quantities[index] = quantities[index - 1] as number;
      }
    } else {
      keys.copyWithin(at + 1, at, count);
      quantities.copyWithin(at + 1, at, count);
    }
    keys[at] = key;
    quantities[at] = quantity;
    this.count = count + 1;
  }

  #delete(at: number): void {
    const keys = this.#keys;
    const quantities = this.#quantities;
    const last = this.count - 1;
    if (last - at <= LOOP_SHIFT) {
      for (let index = at; index < last; index++) {
        keys[index] = keys[index + 1] as number;
        quantities[index] = quantities[index + 1] as number;
      }
    } else {
      keys.copyWithin(at, at + 1, last + 1);
      quantities.copyWithin(at, at + 1, last + 1);
    }
    this.count = last;
  }

  #loadUnsorted({ prices, quantities, count }: LevelColumns): void {
    const byPrice = new Map<number, number>();
    for (let index = 0; index < count; index++) {
      byPrice.set(this.#sign * (prices[index] as number), quantities[index] as number);
    }
    const keys = Float64Array.from(byPrice.keys()).sort();
    for (const key of keys) {
      const quantity = byPrice.get(key) ?? 0;
      if (quantity === 0) continue;
      this.#keys[this.count] = key;
      this.#quantities[this.count] = quantity;
      this.count += 1;
    }
  }
}
