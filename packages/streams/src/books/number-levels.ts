import type { BookLevel } from "./book-level.ts";
import { decimalFromColumn } from "./column-nanos.ts";
import { findSlot, findSlotNear } from "./find-slot.ts";
import { type LevelColumns, type LevelRows, widenArray } from "./level-columns.ts";
import { LevelMarks } from "./level-marks.ts";

const [LOOP_SHIFT, SPARE_GAPS] = [64, 16] as const;

/**
 * One side of a book, in two sorted arrays of integers. They are nanos, or have the scales of a
 * `DecimalBook`. The best level is the last, because most changes are near it.
 *
 * A deleted level leaves a gap: its key stays, with the quantity 0. If the price returns, it uses the same
 * slot. A new price moves other levels only up to the next gap. The last slot is never a gap. If there are
 * clearly more gaps than levels, all gaps are removed.
 */
export class NumberLevels {
  /** The number of levels. */
  count = 0;
  /** The number of used slots: levels and gaps. */
  #slots = 0;
  /** The ascending keys: the price of a bid, or minus the price of an ask. The best level is the last. */
  #keys: Float64Array = new Float64Array(SPARE_GAPS);
  #quantities: Float64Array = new Float64Array(SPARE_GAPS);
  readonly #sign: 1 | -1;
  #marks: LevelMarks | undefined;

  /** Creates an empty side. `sign` is 1 for bids, where the highest price is best, and -1 for asks. */
  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  /** Makes room for more levels, so that `apply` and `load` never fail half way. */
  reserve(more: number): void {
    const wanted = this.#slots + more;
    if (wanted <= this.#keys.length) return;
    const capacity = Math.max(wanted, this.#keys.length * 2);
    // Both arrays are allocated first, so that a failure changes nothing.
    const keys = widenArray(this.#keys, capacity);
    const quantities = widenArray(this.#quantities, capacity);
    this.#keys = keys;
    this.#quantities = quantities;
    this.#marks?.reserve(keys.length);
  }

  /** The marks of the levels. From the first access on, the side updates them. */
  get marks(): LevelMarks {
    this.#marks ??= new LevelMarks(this.#keys.length);
    return this.#marks;
  }

  /** Drops the marks of the levels. */
  forgetMarks(): void {
    this.#marks?.lengths.fill(0);
  }

  /** Sets each level. A quantity of 0 deletes the level. Call `reserve` first. */
  apply({ prices, quantities, count }: LevelRows): void {
    const sign = this.#sign;
    let previous = Number.NEGATIVE_INFINITY;
    let end = 0;
    for (let index = 0; index < count; index++) {
      const key = sign * (prices[index] as number);
      // The levels may be sorted, so the search ends at the slot of the previous level.
      if (key >= previous || end > this.#slots) end = this.#slots;
      end = this.#putLevel(findSlot(this.#keys, key, end), key, quantities[index] as number);
      previous = key;
    }
    this.#closeManyGaps();
  }

  /** Sets a level. A quantity of 0 deletes it. */
  set(price: number, quantity: number): void {
    this.reserve(1);
    const key = this.#sign * price;
    this.#putLevel(findSlot(this.#keys, key, this.#slots), key, quantity);
    this.#closeManyGaps();
  }

  /** Like `apply`, but faster if most levels are sorted and the best one is first. */
  applySorted(prices: Float64Array, quantities: Float64Array, count: number): void {
    const sign = this.#sign;
    const keys = this.#keys;
    const held = this.#quantities;
    const lengths = this.#marks?.lengths;
    let slots = this.#slots;
    let previous = Number.NEGATIVE_INFINITY;
    let end = 0;
    // The last known number of slots per difference of keys. Prices mostly have equal distances, so the
    // search starts at the slot that this number predicts.
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
          // The density is not computed for every level, because a division takes as long as all other
          // steps.
          density = (end - slot) / below;
        }
      }
      if (slot < slots && keys[slot] === key) {
        // Counts without a branch, for the same reason as `findSlot`.
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
   * Adds `change` to the quantity at a price, and returns the sum. A sum of 0 or less deletes the level. If
   * the sum is not a safe integer, changes nothing. Call `reserve` first.
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

  /** Deletes all levels except the best `depth`. */
  truncate(depth: number): void {
    // The worst levels are first, where gaps do no harm until there are many.
    for (let slot = 0; this.count > depth; slot++) {
      if (this.#quantities[slot] === 0) continue;
      this.#quantities[slot] = 0;
      this.count -= 1;
    }
    if (this.count === 0) this.#slots = 0;
    this.#closeManyGaps();
  }

  /** Reports whether all numbers are still safe integers when they are multiplied by the factors. */
  canScale(priceFactor: number, quantityFactor: number): boolean {
    this.#closeGaps();
    for (let slot = 0; slot < this.#slots; slot++) {
      const key = Math.abs(this.#keys[slot] as number) * priceFactor;
      const quantity = (this.#quantities[slot] as number) * quantityFactor;
      // 0 times an infinite factor is NaN, for which this condition is true.
      if (!(key <= Number.MAX_SAFE_INTEGER && quantity <= Number.MAX_SAFE_INTEGER)) return false;
    }
    return true;
  }

  /** Multiplies all prices and quantities by factors. Call `canScale` first. */
  scale(priceFactor: number, quantityFactor: number): void {
    for (let slot = 0; slot < this.#slots; slot++) {
      this.#keys[slot] = (this.#keys[slot] as number) * priceFactor;
      this.#quantities[slot] = (this.#quantities[slot] as number) * quantityFactor;
    }
  }

  /** Replaces all levels. Call `reserve` first. */
  load(columns: LevelColumns): void {
    const { prices, quantities, count } = columns;
    const sign = this.#sign;
    let previous = Number.POSITIVE_INFINITY;
    // In most snapshots, the best level is first. Such levels are copied in reverse.
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

  /** Removes all levels, but keeps the memory. */
  clear(): void {
    this.#slots = 0;
    this.count = 0;
  }

  /** Adds the best levels to the columns. The best one is first. */
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

  /** Stores the slots of the best levels in `into`, and returns their number. The best one is first. */
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

  /** Replaces the contents of the columns by the level in a slot. */
  copySlot(slot: number, into: LevelColumns): void {
    into.clear();
    into.push(this.#sign * (this.#keys[slot] as number), this.#quantities[slot] as number);
  }

  /** Iterates over copies of the levels. The best one is first. The numbers must be nanos. */
  *levels(): Generator<BookLevel, void, undefined> {
    for (let slot = this.#slots - 1; slot >= 0; slot--) {
      if (this.#quantities[slot] !== 0) yield this.#level(slot);
    }
  }

  /** Returns copies of the best levels. The best one is first. The numbers must be nanos. */
  top(wanted: number): BookLevel[] {
    const copies: BookLevel[] = [];
    const length = Math.min(wanted, this.count);
    for (let slot = this.#slots - 1; copies.length < length; slot--) {
      if (this.#quantities[slot] !== 0) copies.push(this.#level(slot));
    }
    return copies;
  }

  /** Returns the quantity at a price; 0 if the side has no level at this price. */
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
   * Sets or deletes a level at the slot that `findSlot` returned for its key. Returns a slot. A search for
   * greater keys can start there, because all slots before it have smaller keys.
   */
  #putLevel(slot: number, key: number, quantity: number): number {
    const quantities = this.#quantities;
    if (slot < this.#slots && this.#keys[slot] === key) {
      // Counts without a branch, for the same reason as `findSlot`.
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

  /** Removes gaps after the best level. Returns the number of remaining slots. */
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
