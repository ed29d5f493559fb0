import type { Decimal } from "@specwright/runtime";

/** A side of a book. For `bids` the highest price is best, for `asks` the lowest. */
export type BookSide = "bids" | "asks";

/** The quantity wanted or offered at one price. */
export interface BookLevel {
  price: Decimal;
  /**
   * The number of contracts. In a frame it replaces the previous quantity, and 0 deletes the level.
   */
  qty: Decimal;
}

/** The levels of a `book_snapshot` or `book_diff`, and the form of the copies that a book returns. */
export interface BookLevels {
  readonly bids: readonly Readonly<BookLevel>[];
  readonly asks: readonly Readonly<BookLevel>[];
}
