import type { BookLevel } from "./book-level.ts";
import { decimalFromColumn } from "./column-nanos.ts";
import { findSlot, findSlotNear } from "./find-slot.ts";
import { type LevelColumns, type LevelRows, widenArray } from "./level-columns.ts";
import { LevelMarks } from "./level-marks.ts";

const [LOOP_SHIFT, SPARE_GAPS] = [64, 16] as const;

/**
 * One side of a book in two sorted arrays of integers: nanos, except in a book of decimals, which
 * has its own scales. The best level is the last, because most changes are near it.
 *
 * A deleted level leaves a gap: its key with a quantity of 0. A price that returns reuses its slot, and a
 * new price moves other levels only as far as the next gap. There is never a gap behind the best level. If
 * there are clearly more gaps than levels, all gaps are removed.
 */
export class NumberLevels {
  /** The number of levels. */
  count = 0;
  /** The number of slots in use, levels and gaps together. */
  #slots = 0;
  /** Ascending keys: the price for bids, its negative for asks, so that the best level is the last. */
  #keys: Float64Array = new Float64Array(SPARE_GAPS);
  #quantities: Float64Array = new Float64Array(SPARE_GAPS);
  readonly #sign: 1 | -1;
  #marks: LevelMarks | undefined;

  /** Creates an empty side. `sign` is 1 if the highest price is best, otherwise -1. */
  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  /** Reserves room for more levels, so that `apply` or `load` cannot fail half way. */
  reserve(more: number): void {
    const wanted = this.#slots + more;
    if (wanted <= this.#keys.length) return;
    const capacity = Math.max(wanted, this.#keys.length * 2);
    // Both are allocated before either is stored.
    const keys = widenArray(this.#keys, capacity);
    const quantities = widenArray(this.#quantities, capacity);
    this.#keys = keys;
    this.#quantities = quantities;
    this.#marks?.reserve(keys.length);
  }

  /** The marks of the levels. From the first call on, the side maintains them. */
  get marks(): LevelMarks {
    this.#marks ??= new LevelMarks(this.#keys.length);
    return this.#marks;
  }

  /** Drops the marks of the levels. */
  forgetMarks(): void {
    this.#marks?.lengths.fill(0);
  }

  /** Sets each level, or deletes it if its quantity is 0. Room must have been reserved. */
  apply({ prices, quantities, count }: LevelRows): void {
    const sign = this.#sign;
    let previous = Number.NEGATIVE_INFINITY;
    let end = 0;
    for (let index = 0; index < count; index++) {
      const key = sign * (prices[index] as number);
      // Each level may be just below the previous one.
      if (key >= previous || end > this.#slots) end = this.#slots;
      end = this.#putLevel(findSlot(this.#keys, key, end), key, quantities[index] as number);
      previous = key;
    }
    this.#closeManyGaps();
  }

  /** Sets a level, or deletes it if its quantity is 0. */
  set(price: number, quantity: number): void {
    this.reserve(1);
    const key = this.#sign * price;
    this.#putLevel(findSlot(this.#keys, key, this.#slots), key, quantity);
    this.#closeManyGaps();
  }

  /** Does the same as `apply`, faster if most levels are sorted from the best outwards. */
  applySorted(prices: Float64Array, quantities: Float64Array, count: number): void {
    const sign = this.#sign;
    const keys = this.#keys;
    const held = this.#quantities;
    const lengths = this.#marks?.lengths;
    let slots = this.#slots;
    let previous = Number.NEGATIVE_INFINITY;
    let end = 0;
    // The number of slots per difference of keys, as last measured. Prices are mostly evenly
    // spaced, so the search starts at the slot that a level would have with this density.
    let density = 0;
    let more = 0;
    for (let index = 0; index < count; index++) {
      const key = sign * (prices[index] as number);
      const quantity = quantities[index] as number;
      const below = previous - key;
      let slot: number;
      if (!(below > 0 && end <= slots)) slot = findSlot(this.#keys, key, slots);
      else {
        slot = end - ((below * density + 0.5) | 0);
        if (!(slot >= 0 && slot < end && keys[slot] === key)) {
          slot =
            density === 0 ? findSlot(this.#keys, key, end) : findSlotNear(keys, key, slot, end);
          // The density is not computed at every level, because a division takes as long as all
          // other steps together.
          density = (end - slot) / below;
        }
      }
      if (slot < slots && keys[slot] === key) {
        // Counted without a branch, as in `findSlot`.
        more += Number(quantity !== 0) - Number(held[slot] !== 0);
        held[slot] = quantity;
        if (lengths !== undefined) lengths[slot] = 0;
        if (slot === slots - 1 && quantity === 0) slots = this.#dropGapsBehindBest();
      } else if (quantity !== 0) {
        slot = this.#insertLevel(slot, key, quantity);
        slots = this.#slots;
      }
      end = slot;
      previous = key;
    }
    this.count += more;
    this.#closeManyGaps();
  }

  /**
   * Adds a change to the quantity at a price, and deletes the level if the sum is 0 or less. Returns the
   * sum. If the sum is not a safe integer, nothing changes. Room must have been reserved.
   */
  add(price: number, change: number): number {
    const key = this.#sign * price;
    const slot = findSlot(this.#keys, key, this.#slots);
    const found = slot < this.#slots && this.#keys[slot] === key;
    const sum = (found ? (this.#quantities[slot] as number) : 0) + change;
    if (sum > Number.MAX_SAFE_INTEGER) return sum;
    this.#putLevel(slot, key, sum > 0 ? sum : 0);
    this.#closeManyGaps();
    return sum;
  }

  /** Deletes the levels after the best `depth`. */
  truncate(depth: number): void {
    // The worst levels are at the front, where gaps cost nothing until there are many.
    for (let slot = 0; this.count > depth; slot++) {
      if (this.#quantities[slot] === 0) continue;
      this.#quantities[slot] = 0;
      this.count -= 1;
    }
    if (this.count === 0) this.#slots = 0;
    this.#closeManyGaps();
  }

  /** Reports whether all products with these factors are safe integers. */
  canScale(priceFactor: number, quantityFactor: number): boolean {
    this.#closeGaps();
    for (let slot = 0; slot < this.#slots; slot++) {
      const key = Math.abs(this.#keys[slot] as number) * priceFactor;
      const quantity = (this.#quantities[slot] as number) * quantityFactor;
      // NaN, the product of 0 and an infinite factor, fails too.
      if (!(key <= Number.MAX_SAFE_INTEGER && quantity <= Number.MAX_SAFE_INTEGER)) return false;
    }
    return true;
  }

  /** Multiplies all prices and quantities, if `canScale`. */
  scale(priceFactor: number, quantityFactor: number): void {
    for (let slot = 0; slot < this.#slots; slot++) {
      this.#keys[slot] = (this.#keys[slot] as number) * priceFactor;
      this.#quantities[slot] = (this.#quantities[slot] as number) * quantityFactor;
    }
  }

  /** Replaces all levels. Room must have been reserved. */
  load(columns: LevelColumns): void {
    const { prices, quantities, count } = columns;
    const sign = this.#sign;
    let previous = Number.POSITIVE_INFINITY;
    // A snapshot that lists the best first is copied in reverse.
    for (let index = 0; index < count; index++) {
      const key = sign * (prices[index] as number);
      const quantity = quantities[index] as number;
      if (key >= previous || quantity === 0) {
        this.#loadUnsorted(columns);
        return;
      }
      previous = key;
      this.#keys[count - 1 - index] = key;
      this.#quantities[count - 1 - index] = quantity;
    }
    this.#slots = count;
    this.count = count;
    this.#marks?.lengths.fill(0);
  }

  /** Removes all levels without releasing memory. */
  clear(): void {
    this.#slots = 0;
    this.count = 0;
  }

  /** Appends the best levels to the columns, best first. */
  copyTop(wanted: number, into: LevelColumns): void {
    const keys = this.#keys;
    const quantities = this.#quantities;
    let left = Math.min(wanted, this.count);
    for (let slot = this.#slots - 1; left > 0; slot--) {
      const quantity = quantities[slot] as number;
      if (quantity === 0) continue;
      into.push(this.#sign * (keys[slot] as number), quantity);
      left--;
    }
  }

  /** Stores the slots of the best levels, best first, and returns their number. */
  topSlots(wanted: number, into: Int32Array): number {
    const quantities = this.#quantities;
    const count = Math.min(wanted, this.count);
    let found = 0;
    for (let slot = this.#slots - 1; found < count; slot--) {
      into[found] = slot;
      found += Number(quantities[slot] !== 0);
    }
    return count;
  }

  /** Replaces the contents of the columns by the one level in a slot. */
  copySlot(slot: number, into: LevelColumns): void {
    into.clear();
    into.push(this.#sign * (this.#keys[slot] as number), this.#quantities[slot] as number);
  }

  /** Iterates over copies of the levels in nanos, best first. */
  *levels(): Generator<BookLevel, void, undefined> {
    for (let slot = this.#slots - 1; slot >= 0; slot--) {
      if (this.#quantities[slot] !== 0) yield this.#level(slot);
    }
  }

  /** Returns copies of the best levels in nanos, best first. */
  top(wanted: number): BookLevel[] {
    const copies: BookLevel[] = [];
    const length = Math.min(wanted, this.count);
    for (let slot = this.#slots - 1; copies.length < length; slot--) {
      if (this.#quantities[slot] !== 0) copies.push(this.#level(slot));
    }
    return copies;
  }

  /** Returns the quantity at a price; 0 if there is no such level. */
  quantityAt(price: number): number {
    const key = this.#sign * price;
    const slot = findSlot(this.#keys, key, this.#slots);
    if (slot === this.#slots || this.#keys[slot] !== key) return 0;
    return this.#quantities[slot] as number;
  }

  #level(slot: number): BookLevel {
    return {
      price: decimalFromColumn(this.#sign * (this.#keys[slot] as number)),
      qty: decimalFromColumn(this.#quantities[slot] as number),
    };
  }

  /**
   * Sets or deletes a level at the slot that `findSlot` returned for its key. Returns a slot from
   * which a search for greater keys can start: all slots before it have smaller keys.
   */
  #putLevel(slot: number, key: number, quantity: number): number {
    const quantities = this.#quantities;
    if (slot < this.#slots && this.#keys[slot] === key) {
      // Counted without a branch, as in `findSlot`.
      this.count += Number(quantity !== 0) - Number(quantities[slot] !== 0);
      quantities[slot] = quantity;
      if (this.#marks !== undefined) this.#marks.lengths[slot] = 0;
      if (slot === this.#slots - 1 && quantity === 0) this.#dropGapsBehindBest();
      return slot;
    }
    return quantity === 0 ? slot : this.#insertLevel(slot, key, quantity);
  }

  #insertLevel(at: number, key: number, quantity: number): number {
    const keys = this.#keys;
    const quantities = this.#quantities;
    const marks = this.#marks;
    const slots = this.#slots;
    const slot = at > 0 && quantities[at - 1] === 0 ? at - 1 : at;
    if (slot === at) {
      let gap = at;
      const limit = Math.min(slots, at + LOOP_SHIFT);
      while (gap < limit && quantities[gap] !== 0) gap++;
      if (gap === limit && limit < slots) {
        keys.copyWithin(at + 1, at, slots);
        quantities.copyWithin(at + 1, at, slots);
        marks?.shift(at, slots);
        gap = slots;
      } else {
        for (let index = gap; index > at; index--) {
          keys[index] = keys[index - 1] as number;
          quantities[index] = quantities[index - 1] as number;
        }
        marks?.shift(at, gap);
      }
      if (gap === slots) this.#slots = slots + 1;
    }
    keys[slot] = key;
    quantities[slot] = quantity;
    if (marks !== undefined) marks.lengths[slot] = 0;
    this.count += 1;
    return slot;
  }

  /** Returns the number of remaining slots. */
  #dropGapsBehindBest(): number {
    let slots = this.#slots;
    while (slots > 0 && this.#quantities[slots - 1] === 0) slots--;
    this.#slots = slots;
    return slots;
  }

  #closeManyGaps(): void {
    if (this.#slots - this.count > SPARE_GAPS + this.count) this.#closeGaps();
  }

  #closeGaps(): void {
    const keys = this.#keys;
    const quantities = this.#quantities;
    let to = 0;
    for (let from = 0; from < this.#slots; from++) {
      const quantity = quantities[from] as number;
      keys[to] = keys[from] as number;
      quantities[to] = quantity;
      this.#marks?.move(from, to);
      if (quantity !== 0) to++;
    }
    this.#slots = to;
  }

  #loadUnsorted({ prices, quantities, count }: LevelColumns): void {
    const byKey = new Map<number, number>();
    for (let index = 0; index < count; index++) {
      byKey.set(this.#sign * (prices[index] as number), quantities[index] as number);
    }
    this.clear();
    for (const key of Float64Array.from(byKey.keys()).sort()) {
      const quantity = byKey.get(key) ?? 0;
      if (quantity !== 0) this.#insertLevel(this.#slots, key, quantity);
    }
  }
}
