import type { BookScales } from "./fill-levels.ts";
import { MAX_SCALE } from "./powers-of-ten.ts";

/** Options of a `DecimalBook`. */
export interface DecimalBookOptions {
  /**
   * The initial scale of prices, from 0 to 255. A price with more fraction digits increases it. Default 0.
   */
  readonly priceScale?: number;
  /**
   * The initial scale of quantities, from 0 to 255. A quantity with more fraction digits increases it.
   * Default 0.
   */
  readonly quantityScale?: number;
  /**
   * Whether the book remembers how many fraction digits each level was received with. Checksums over the
   * digits need this. Default false: all levels have as many fraction digits as the finest level.
   */
  readonly keepDigits?: boolean;
}

/**
 * Returns the initial scales of a book.
 *
 * @throws RangeError if a scale is not an integer from 0 to 255.
 */
export function firstScales({ priceScale = 0, quantityScale = 0 }: DecimalBookOptions): BookScales {
  for (const scale of [priceScale, quantityScale]) {
    if (!Number.isInteger(scale) || scale < 0 || scale > MAX_SCALE) {
      throw new RangeError(`The scale ${scale} is not an integer from 0 to ${MAX_SCALE}`);
    }
  }
  return { price: priceScale, quantity: quantityScale };
}
