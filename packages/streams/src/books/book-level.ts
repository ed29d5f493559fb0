import type { Decimal } from "@specwright/runtime";

/** A side of a book. The best bid has the highest price, and the best ask has the lowest. */
export type BookSide = "bids" | "asks";

/** A price, and the quantity that traders bid or offer at this price. */
export interface BookLevel {
  price: Decimal;
  /**
   * The number of contracts. In a frame, it replaces the previous quantity. In a diff, 0 deletes the level.
   */
  qty: Decimal;
}

/** The levels of a `book_snapshot` or `book_diff`, or copies of the levels of a book. */
export interface BookLevels {
  readonly bids: readonly Readonly<BookLevel>[];
  readonly asks: readonly Readonly<BookLevel>[];
}
