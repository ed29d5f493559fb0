import type { OrderBook } from "../order-book.ts";

/** The readable part of `OrderBook`. */
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
 * The status of a market. `opening`: waiting for the first snapshot. `ready`: the book is complete.
 * `stale`: the book was complete, and waits for a snapshot to be complete again. `unknown`: the server does
 * not have this market. `failed`: the stream ended with an error, such as a refused key. `closed`: the book
 * is no longer kept.
 */
export type LiveBookStatus = "opening" | "ready" | "stale" | "unknown" | "failed" | "closed";

/**
 * A market whose book is updated from frames. The book changes as frames arrive, never during synchronous
 * code.
 */
export interface LiveBook {
  readonly market: string;
  readonly status: LiveBookStatus;
  /** The book as of `mdSeq`; absent unless the status is `ready`. */
  readonly book: BookView | undefined;
  /** The number of the last frame, trades included; absent before the first. */
  readonly mdSeq: bigint | undefined;
  /** The time of the last frame, in Unix nanoseconds; absent before the first. */
  readonly tsNs: bigint | undefined;
}

/** The reason why a book is no longer complete: an event of the stream, or its end. */
export type StaleCause = "gap" | "disconnected" | "closed";

export type LiveBookEvent<Trade> =
  /** The book is complete, for the first time or again. */
  | { readonly type: "ready"; readonly live: LiveBook }
  /**
   * A snapshot or a diff was applied. If the same frame also made the book `ready`, that event comes first.
   */
  | { readonly type: "change"; readonly live: LiveBook }
  | { readonly type: "stale"; readonly live: LiveBook; readonly cause: StaleCause }
  | { readonly type: "trade"; readonly live: LiveBook; readonly trade: Trade }
  | { readonly type: "unknown"; readonly live: LiveBook }
  /** The stream ended with an error, which `done` rejects with. Sent for every market. */
  | { readonly type: "failed"; readonly live: LiveBook; readonly error: unknown };

/** Receives an event in the same turn of the event loop in which its frame arrived. */
export type LiveBookListener<Trade> = (event: LiveBookEvent<Trade>) => void;
