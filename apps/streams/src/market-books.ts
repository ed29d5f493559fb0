import { decimalFromNanos, decimalToNanos } from "@specwright/runtime";
import type { Unstamped } from "@specwright/stream-server";
import type { BookDiffFrame, BookLevel, BookSnapshotFrame } from "@specwright/streams-api/types";

/** Keeps the book of every open market, for snapshots (streams source §4.6). */
export interface MarketBooks {
  readonly marketIds: () => readonly string[];
  has(marketId: string): boolean;
  /** Opens a market with an empty book; an open one stays as it is. */
  open(marketId: string): void;
  /** Forgets a market. */
  close(marketId: string): void;
  /** Sets or, with a qty of 0, deletes the levels of a diff (§2.9). Opens the market if need be. */
  apply(diff: Unstamped<BookDiffFrame>): void;
  /** Puts a whole book in the place of what was there. */
  replace(snapshot: Unstamped<BookSnapshotFrame>): void;
  /** Gives the book, best prices first. A market that is not open has an empty one. */
  snapshot(marketId: string): Unstamped<BookSnapshotFrame>;
}

/** Quantity by price, both in nanos. */
type Side = Map<bigint, bigint>;

interface Book {
  readonly bids: Side;
  readonly asks: Side;
}

/** Makes an empty set of books. */
export function createMarketBooks(): MarketBooks {
  const books = new Map<string, Book>();

  function open(marketId: string): Book {
    const known = books.get(marketId);
    if (known !== undefined) return known;
    const made: Book = { bids: new Map(), asks: new Map() };
    books.set(marketId, made);
    return made;
  }

  return {
    marketIds: () => [...books.keys()],
    has: (marketId) => books.has(marketId),
    open: (marketId) => void open(marketId),
    close: (marketId) => void books.delete(marketId),
    apply({ market_id, bids, asks }) {
      const book = open(market_id);
      setLevels(book.bids, bids);
      setLevels(book.asks, asks);
    },
    replace({ market_id, bids, asks }) {
      const book: Book = { bids: new Map(), asks: new Map() };
      setLevels(book.bids, bids);
      setLevels(book.asks, asks);
      books.set(market_id, book);
    },
    snapshot(marketId) {
      const { bids, asks } = books.get(marketId) ?? { bids: new Map(), asks: new Map() };
      return {
        type: "book_snapshot",
        market_id: marketId,
        bids: levelsOf(bids, descending),
        asks: levelsOf(asks, ascending),
      };
    },
  };
}

function setLevels(side: Side, levels: readonly BookLevel[]): void {
  for (const { price, qty } of levels) {
    const amount = decimalToNanos(qty);
    if (amount === 0n) side.delete(decimalToNanos(price));
    else side.set(decimalToNanos(price), amount);
  }
}

function levelsOf(side: Side, order: (a: bigint, b: bigint) => number): BookLevel[] {
  return [...side]
    .sort(([a], [b]) => order(a, b))
    .map(([price, qty]) => ({ price: decimalFromNanos(price), qty: decimalFromNanos(qty) }));
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function descending(a: bigint, b: bigint): number {
  return ascending(b, a);
}
