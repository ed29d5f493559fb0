// A simple book as the reference for the real one: one Map for each side, sorted when read.

import { type Decimal, decimalFromNanos, decimalToNanos } from "@specwright/runtime";
import type { BookLevel, BookLevels, BookSide } from "@specwright/streams/books";
import fc from "fast-check";

/** The reference book: levels in nanos by price in nanos. */
export interface ReferenceBook {
  readonly bids: Map<bigint, bigint>;
  readonly asks: Map<bigint, bigint>;
}

export function referenceBook(): ReferenceBook {
  return { bids: new Map(), asks: new Map() };
}

export function applyToReference(book: ReferenceBook, frame: BookLevels): void {
  for (const side of ["bids", "asks"] as const) {
    for (const { price, qty } of frame[side]) {
      const quantity = decimalToNanos(qty);
      if (quantity === 0n) book[side].delete(decimalToNanos(price));
      else book[side].set(decimalToNanos(price), quantity);
    }
  }
}

export function readReference(book: ReferenceBook, side: BookSide): BookLevel[] {
  const sign = side === "bids" ? -1 : 1;
  return [...book[side]]
    .sort(([a], [b]) => (a < b ? -sign : sign))
    .map(([price, quantity]) => ({
      price: decimalFromNanos(price),
      qty: decimalFromNanos(quantity),
    }));
}

const small = fc.bigInt({ min: -40n, max: 40n }).map((value) => value * 10_000_000n);
// Around the largest value that a double of nanos holds, and around 0.
const edge = fc.oneof(
  fc.bigInt({ min: 9_007_198_999_999_990n, max: 9_007_199_254_741_010n }),
  fc.bigInt({ min: -9_007_199_254_741_010n, max: -9_007_198_999_999_990n }),
  fc.bigInt({ min: -5n, max: 5n }),
);
const huge = fc.bigInt({ min: -(2n ** 63n) * 10n ** 9n, max: (2n ** 63n - 1n) * 10n ** 9n });

/** Generates Decimals from few or many values; those that do not fit a double only on request. */
export function anyPrice(fits: boolean): fc.Arbitrary<Decimal> {
  const kinds = fits ? [small, small] : [small, small, edge, huge];
  return fc.oneof(...kinds).map(decimalFromNanos);
}

export function anyQuantity(fits: boolean): fc.Arbitrary<Decimal> {
  const size = anyPrice(fits).map((value) => {
    const nanos = decimalToNanos(value);
    return nanos < 0n ? decimalFromNanos(-nanos - 1n) : value;
  });
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant({ units: 0n, nanos: 0 }) },
    { weight: 5, arbitrary: size },
  );
}

export function anyLevels(fits: boolean): fc.Arbitrary<BookLevels> {
  const level = fc.record({ price: anyPrice(fits), qty: anyQuantity(fits) });
  const side = fc.array(level, { maxLength: 12 });
  return fc.record({ bids: side, asks: side });
}
