import { OrderBook } from "@specwright/order-book";
import type { KeyedState, Unstamped } from "@specwright/stream-server";
import type {
  BookDiffFrame,
  BookSnapshotFrame,
  MarketDataServerMessage,
} from "@specwright/streams-api/types";

/** Keeps the book of every open market, for snapshots (streams source §4.6). */
export interface MarketBooks extends KeyedState {
  /**
   * Sets or, with a qty of 0, deletes the levels of a diff (§2.9); a snapshot takes the place of
   * what was there. Others leave books as they are. Throws `BookError`.
   */
  apply(frame: MarketDataServerMessage | Unstamped<BookDiffFrame | BookSnapshotFrame>): void;
  /** Gives the book, best prices first. A market without one has an empty one. */
  snapshot(marketId: string): Unstamped<BookSnapshotFrame>;
  empty(marketId: string): Unstamped<BookSnapshotFrame>;
}

/** Makes an empty set of books. */
export function createMarketBooks(): MarketBooks {
  const books = new Map<string, OrderBook>();

  function bookOf(marketId: string): OrderBook {
    const known = books.get(marketId);
    if (known !== undefined) return known;
    const made = new OrderBook();
    books.set(marketId, made);
    return made;
  }

  function show(marketId: string, book: OrderBook): Unstamped<BookSnapshotFrame> {
    return { type: "book_snapshot", market_id: marketId, ...book.snapshot() };
  }

  return {
    apply(frame) {
      if (frame.type === "book_diff") bookOf(frame.market_id).applyDiff(frame);
      if (frame.type === "book_snapshot") bookOf(frame.market_id).applySnapshot(frame);
    },
    snapshot: (marketId) => show(marketId, books.get(marketId) ?? new OrderBook()),
    empty: (marketId) => show(marketId, new OrderBook()),
    forget: (marketId) => void books.delete(marketId),
  };
}
