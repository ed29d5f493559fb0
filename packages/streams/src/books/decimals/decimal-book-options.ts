import type { BookScales } from "./fill-levels.ts";
import { MAX_SCALE } from "./powers-of-ten.ts";

/** Options of a `DecimalBook`. */
export interface DecimalBookOptions {
  /** The scale of prices until a finer price arrives, from 0 to 255. Default 0. */
  readonly priceScale?: number;
  /** The scale of quantities until a finer quantity arrives, from 0 to 255. Default 0. */
  readonly quantityScale?: number;
  /**
   * Whether the book remembers the number of fraction digits with which each level was written, for
   * checksums over the digits. Default false: all levels have the digits of the finest level.
   */
  readonly keepDigits?: boolean;
}

/**
 * Returns the initial scales of a book.
 *
 * @throws RangeError for a scale that is not an integer from 0 to 255.
 */
export function firstScales({ priceScale = 0, quantityScale = 0 }: DecimalBookOptions): BookScales {
  for (const scale of [priceScale, quantityScale]) {
    if (!Number.isInteger(scale) || scale < 0 || scale > MAX_SCALE) {
      throw new RangeError(`The scale ${scale} is not an integer from 0 to ${MAX_SCALE}`);
    }
  }
  return { price: priceScale, quantity: quantityScale };
}
