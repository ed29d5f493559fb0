import type { Decimal } from "@specwright/runtime";

/** Names a side of a book: `bids` buy and are best when high, `asks` sell and are best when low. */
export type BookSide = "bids" | "asks";

/** Is what is wanted or offered at one price (§2.9 of the streams source). */
export interface BookLevel {
  price: Decimal;
  /** How many contracts. In a frame it replaces what was there, and 0 deletes the level. */
  qty: Decimal;
}

/** Is the part of a `book_snapshot` or `book_diff` that a book takes, and the form it is copied out in. */
export interface BookLevels {
  readonly bids: readonly Readonly<BookLevel>[];
  readonly asks: readonly Readonly<BookLevel>[];
}
