import type { OrderBook } from "../order-book.ts";

/** The methods of `OrderBook` that only read. */
export type BookView = Pick<
  OrderBook,
  | "bestBid"
  | "bestAsk"
  | "top"
  | "copyTop"
  | "levels"
  | "depth"
  | "quantityAt"
  | "snapshot"
  | "crossed"
  | "exact"
>;

/**
 * The status of a market.
 * - `opening`: waits for the first snapshot
 * - `ready`: the book is complete
 * - `stale`: the book was complete, and waits for a new snapshot
 * - `unknown`: the server does not have this market
 * - `failed`: the stream has ended with an error, for example because the key was refused
 * - `closed`: the book is no longer kept
 */
export type LiveBookStatus = "opening" | "ready" | "stale" | "unknown" | "failed" | "closed";

/**
 * A market whose book is kept up to date. The book changes when a frame arrives, so it does not change
 * during synchronous code.
 */
export interface LiveBook {
  readonly market: string;
  readonly status: LiveBookStatus;
  /** The book after the frame `mdSeq`. Undefined unless the status is `ready`. */
  readonly book: BookView | undefined;
  /** The number of the last frame, which may be a trade. Undefined before the first frame. */
  readonly mdSeq: bigint | undefined;
  /** The time of the last frame, in Unix nanoseconds. Undefined before the first frame. */
  readonly tsNs: bigint | undefined;
}

/** Why a book is no longer complete: an event of the stream, or the end of the stream. */
export type StaleCause = "gap" | "disconnected" | "closed";

export type LiveBookEvent<Trade> =
  /** The book is complete, for the first time or again after it was stale. */
  | { readonly type: "ready"; readonly live: LiveBook }
  /**
   * A snapshot or diff was applied to the book. If the same frame has made the book `ready`, the `ready`
   * event comes first.
   */
  | { readonly type: "change"; readonly live: LiveBook }
  | { readonly type: "stale"; readonly live: LiveBook; readonly cause: StaleCause }
  | { readonly type: "trade"; readonly live: LiveBook; readonly trade: Trade }
  | { readonly type: "unknown"; readonly live: LiveBook }
  /** The stream has ended with an error, with which `done` rejects. Every market gets this event. */
  | { readonly type: "failed"; readonly live: LiveBook; readonly error: unknown };

/** Receives an event. It is called in the turn of the event loop in which the frame arrived. */
export type LiveBookListener<Trade> = (event: LiveBookEvent<Trade>) => void;
