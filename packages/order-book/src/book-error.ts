import { SpecwrightError } from "@specwright/runtime";

/** Names what a book refuses. */
export type BookErrorCode =
  | "book_negative_quantity"
  | "book_decimal"
  | "book_columns"
  | "book_side";

/** Lists the codes with what they mean. */
export const bookErrorCodes: Readonly<Record<BookErrorCode, string>> = {
  book_negative_quantity: "A level has a quantity below 0; the book is as it was.",
  book_decimal:
    "A price or quantity is no Decimal: units is an int64, nanos an integer of nine digits at most. The book is as it was.",
  book_columns:
    "The columns hold something that is no exact number of nanos, or had to leave a level out (`overflow`); the book is as it was.",
  book_side: "A side is bids or asks.",
};

/** Reports levels that no book can hold. Nothing has changed when it is thrown. */
export class BookError extends SpecwrightError<BookErrorCode> {
  override readonly name: string = "BookError";

  constructor(code: BookErrorCode) {
    super(code, bookErrorCodes[code]);
  }
}
