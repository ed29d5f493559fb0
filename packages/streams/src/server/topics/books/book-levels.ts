import { compareExact, type ExactDecimal } from "./exact-decimal.ts";

export type FeedBookSide = "bids" | "asks";

/** A level whose price and quantity keep the digits of the input. */
export interface ExactLevel {
  readonly price: ExactDecimal;
  readonly quantity: ExactDecimal;
}

/** The levels of one side. The best one is first. */
export class BookLevels {
  readonly #levels: ExactLevel[] = [];
  /** 1 if a lower price is better, -1 if a higher price is better. */
  readonly #direction: 1 | -1;

  constructor(side: FeedBookSide) {
    this.#direction = side === "asks" ? 1 : -1;
  }

  get count(): number {
    return this.#levels.length;
  }

  /** Returns the best levels. */
  top(count: number = Number.POSITIVE_INFINITY): readonly ExactLevel[] {
    return this.#levels.slice(0, count);
  }

  /** Returns the level with a price. */
  at(price: ExactDecimal): ExactLevel | undefined {
    const { index, found } = this.#findIndex(price);
    return found ? this.#levels[index] : undefined;
  }

  /** Sets a level, or deletes the level with this price if the quantity is 0. */
  put(level: ExactLevel): void {
    const { index, found } = this.#findIndex(level.price);
    if (level.quantity.mantissa !== 0n) this.#levels.splice(index, found ? 1 : 0, level);
    else if (found) this.#levels.splice(index, 1);
  }

  /** Deletes all levels except the best `count`. */
  cut(count: number): void {
    this.#levels.splice(count);
  }

  #findIndex(price: ExactDecimal): { readonly index: number; readonly found: boolean } {
    let [low, high] = [0, this.#levels.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const level = this.#levels[middle];
      const order = level === undefined ? 0 : compareExact(level.price, price) * this.#direction;
      if (order === 0) return { index: middle, found: true };
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return { index: low, found: false };
  }
}
