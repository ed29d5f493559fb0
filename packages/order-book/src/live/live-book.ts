import type { OrderBook } from "../order-book.ts";

/** Is a book to read from: `OrderBook` without what changes it. */
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
 * Says what may be asked of a market. `opening`: its first snapshot is awaited. `ready`: its book
 * is whole. `stale`: it was, and a snapshot is awaited that makes it whole again. `unknown`: the
 * server knows no such market. `failed`: the stream ended with an error, such as a refused key.
 * `closed`: it is no longer kept.
 */
export type LiveBookStatus = "opening" | "ready" | "stale" | "unknown" | "failed" | "closed";

/** Is a market whose book is kept from frames. It changes as frames come, never within a turn. */
export interface LiveBook {
  readonly market: string;
  readonly status: LiveBookStatus;
  /** The book as of `mdSeq`; absent unless the status is `ready`. */
  readonly book: BookView | undefined;
  /** The number of the last frame, a trade included; absent before the first. */
  readonly mdSeq: bigint | undefined;
  /** When the last frame was made, in Unix nanoseconds; absent before the first. */
  readonly tsNs: bigint | undefined;
}

/** Says why a book is not whole any more: what the stream was told, or its end. */
export type StaleCause = "gap" | "disconnected" | "closed";

/** Tells what happens to live books. */
export type LiveBookEvent<Trade> =
  /** The book is whole, for the first time or again. */
  | { readonly type: "ready"; readonly live: LiveBook }
  /** A snapshot or a diff was applied; after `ready`, where both are told. */
  | { readonly type: "change"; readonly live: LiveBook }
  | { readonly type: "stale"; readonly live: LiveBook; readonly cause: StaleCause }
  | { readonly type: "trade"; readonly live: LiveBook; readonly trade: Trade }
  | { readonly type: "unknown"; readonly live: LiveBook }
  /** The stream ended with an error, which `done` rejects with; told of every market. */
  | { readonly type: "failed"; readonly live: LiveBook; readonly error: unknown };

/** Takes events, within the turn in which their frame came. */
export type LiveBookListener<Trade> = (event: LiveBookEvent<Trade>) => void;
