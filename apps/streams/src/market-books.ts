import { OrderBook } from "@specwright/streams/books";
import type { KeyedState, Unstamped } from "@specwright/streams/server";
import type {
  BookDiffFrame,
  BookSnapshotFrame,
  MarketDataServerMessage,
} from "@specwright/streams-api/types";

/** A frame before it is published. It has no number and no time yet. */
type Unpublished<Frame> = Unstamped<Frame, "md_seq" | "ts_ns">;

/** The books of all open markets, for snapshots (streams source §4.6). */
export interface MarketBooks extends KeyedState {
  /**
   * Applies a frame. A diff sets levels, and deletes the levels with a qty of 0 (§2.9). A snapshot
   * replaces the book. All other frames change nothing.
   *
   * @throws BookError
   */
  apply(frame: MarketDataServerMessage | Unpublished<BookDiffFrame | BookSnapshotFrame>): void;
  /**
   * Returns the book of a market, best prices first. If the market has no book, the levels are
   * empty.
   */
  snapshot(marketId: string): Unpublished<BookSnapshotFrame>;
  empty(marketId: string): Unpublished<BookSnapshotFrame>;
}

/** Creates an empty set of books. */
export function createMarketBooks(): MarketBooks {
  const books = new Map<string, OrderBook>();

  function bookOf(marketId: string): OrderBook {
    const known = books.get(marketId);
    if (known !== undefined) return known;
    const made = new OrderBook();
    books.set(marketId, made);
    return made;
  }

  function snapshotFrame(marketId: string, book: OrderBook): Unpublished<BookSnapshotFrame> {
    return { type: "book_snapshot", market_id: marketId, ...book.snapshot() };
  }

  return {
    apply(frame) {
      if (frame.type === "book_diff") bookOf(frame.market_id).applyDiff(frame);
      if (frame.type === "book_snapshot") bookOf(frame.market_id).applySnapshot(frame);
    },
    snapshot: (marketId) => snapshotFrame(marketId, books.get(marketId) ?? new OrderBook()),
    empty: (marketId) => snapshotFrame(marketId, new OrderBook()),
    forget: (marketId) => void books.delete(marketId),
  };
}
