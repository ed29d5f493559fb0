import { listAt } from "../stimulus/json-values.ts";
import { amountAt, printAmount } from "./exchange-record.ts";
import { type Frame, isSnapshot } from "./frame.ts";

/** The quantity at each price of a book. Prices and quantities are in billionths. */
export interface MarketBook {
  readonly bids: Map<bigint, bigint>;
  readonly asks: Map<bigint, bigint>;
}

const sides = ["bids", "asks"] as const;

export function emptyBook(): MarketBook {
  return { bids: new Map(), asks: new Map() };
}

/** Applies a frame to a book as a client would. A frame without levels changes nothing. */
export function applyFrame(book: MarketBook, frame: Frame): void {
  for (const side of sides) {
    if (isSnapshot(frame)) book[side].clear();
    for (const level of listAt(frame.value, side)) {
      const [price, qty] = [amountAt(level, "price"), amountAt(level, "qty")];
      if (qty === 0n) book[side].delete(price);
      else book[side].set(price, qty);
    }
  }
}

/** Returns the book that results from frames of a market. */
export function bookOf(frames: readonly Frame[]): MarketBook {
  const book = emptyBook();
  for (const frame of frames) applyFrame(book, frame);
  return book;
}

/** Returns a description of the best bid and ask if they cross. */
export function crossingPrices({ bids, asks }: MarketBook): string | undefined {
  const best = (prices: Iterable<bigint>, isBetter: (a: bigint, b: bigint) => boolean) =>
    [...prices].reduce<bigint | undefined>(
      (found, one) => (found === undefined || isBetter(one, found) ? one : found),
      undefined,
    );
  const bid = best(bids.keys(), (a, b) => a > b);
  const ask = best(asks.keys(), (a, b) => a < b);
  if (bid === undefined || ask === undefined || bid < ask) return undefined;
  return `best bid ${printAmount(bid)}, best ask ${printAmount(ask)}`;
}

/** Formats a book. Equal books have equal texts. */
export function printBook(book: MarketBook): string {
  const levels = sides.flatMap((side) =>
    [...book[side]].map(([price, qty]) => `${side} ${printAmount(price)} x ${printAmount(qty)}`),
  );
  return levels.length === 0 ? "an empty book" : levels.sort().join(", ");
}
