import { checkBookLevels, OrderBook } from "@specwright/order-book";
import type { Unstamped } from "@specwright/stream-server";
import type { BookDiffFrame, BookSnapshotFrame } from "@specwright/streams-api/types";

/** Keeps the book of every open market, for snapshots (streams source §4.6). */
export interface MarketBooks {
  readonly marketIds: () => readonly string[];
  has(marketId: string): boolean;
  /** Opens a market with an empty book; an open one stays as it is. */
  open(marketId: string): void;
  /** Forgets a market. */
  close(marketId: string): void;
  /** Throws `BookError` when no book would take the levels, such as one with a qty below 0. */
  check(frame: Unstamped<BookDiffFrame | BookSnapshotFrame>): void;
  /** Sets or, with a qty of 0, deletes the levels of a diff (§2.9). Opens the market if need be. Throws `BookError`. */
  apply(diff: Unstamped<BookDiffFrame>): void;
  /** Puts a whole book in the place of what was there. Throws `BookError`. */
  replace(snapshot: Unstamped<BookSnapshotFrame>): void;
  /** Gives the book, best prices first. A market that is not open has an empty one. */
  snapshot(marketId: string): Unstamped<BookSnapshotFrame>;
}

/** Makes an empty set of books. */
export function createMarketBooks(): MarketBooks {
  const books = new Map<string, OrderBook>();

  function open(marketId: string): OrderBook {
    const known = books.get(marketId);
    if (known !== undefined) return known;
    const made = new OrderBook();
    books.set(marketId, made);
    return made;
  }

  return {
    marketIds: () => [...books.keys()],
    has: (marketId) => books.has(marketId),
    open: (marketId) => void open(marketId),
    close: (marketId) => void books.delete(marketId),
    check: checkBookLevels,
    apply: (diff) => open(diff.market_id).applyDiff(diff),
    replace: (snapshot) => open(snapshot.market_id).applySnapshot(snapshot),
    snapshot(marketId) {
      const { bids, asks } = (books.get(marketId) ?? new OrderBook()).snapshot();
      return { type: "book_snapshot", market_id: marketId, bids, asks };
    },
  };
}
