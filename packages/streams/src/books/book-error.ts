import { SpecwrightError } from "@specwright/runtime";

/** Why a book refuses levels. */
export type BookErrorCode =
  | "book_negative_quantity"
  | "book_decimal"
  | "book_columns"
  | "book_side";

/** The meaning of each code. */
export const bookErrorCodes: Readonly<Record<BookErrorCode, string>> = {
  book_negative_quantity: "A level has a negative quantity. The book is unchanged.",
  book_decimal:
    "A price or quantity is not a Decimal: `units` must be an int64 and `nanos` an integer of at most nine digits. The book is unchanged.",
  book_columns:
    "The columns hold a number that is not an exact count of nanos, or lack a level that did not fit (`overflow`). The book is unchanged.",
  book_side: "A side must be `bids` or `asks`.",
};

/** Thrown if levels cannot be in a book. The book is unchanged. */
export class BookError extends SpecwrightError<BookErrorCode> {
  override readonly name: string = "BookError";

  constructor(code: BookErrorCode, message: string = bookErrorCodes[code]) {
    super(code, message);
  }
}
