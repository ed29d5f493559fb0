import type { BookLevels } from "./book-level.ts";
import { LevelColumns } from "./level-columns.ts";
import { checkBookLevels, type OrderBook } from "./order-book.ts";

/** The members of a `book_diff` other than its levels. */
export interface BookDiffScalars {
  readonly market_id: string;
  readonly md_seq: bigint;
  /** Unix nanoseconds. */
  readonly ts_ns: bigint;
}

/** A reusable buffer into which a reader decodes a `book_diff` without creating an object. */
export class BookDiffColumns implements BookDiffScalars {
  market_id = "";
  md_seq = 0n;
  ts_ns = 0n;
  readonly bids: LevelColumns = new LevelColumns();
  readonly asks: LevelColumns = new LevelColumns();
}

/** The two methods of a generated decoder that read `book_diff` frames. */
export interface BookDiffReader {
  /**
   * Reads and validates a whole frame into the columns, which it clears first. Returns false if the frame
   * must be read with `decode` instead: because it is invalid, in an unusual notation, or has a Decimal
   * that does not fit a column.
   */
  readColumns(frame: string | Uint8Array, into: BookDiffColumns): boolean;
  /** Decodes a frame to objects. Throws the error of the codec if the frame breaks its schema. */
  decode(frame: string | Uint8Array): BookDiffScalars & BookLevels;
}

/**
 * Chooses the book for a diff after the whole frame was validated. A result of undefined drops the
 * diff.
 */
export type ChooseBook = (diff: BookDiffScalars) => OrderBook | undefined;

/**
 * Applies a received frame. Returns true if it was applied to a book. If the reader throws or the book
 * refuses the levels with `BookError`, no book has changed.
 */
export type ApplyDiffFrame = (frame: string | Uint8Array, choose: ChooseBook) => boolean;

/**
 * Connects a reader to books: frames are decoded into columns and applied from there, without objects in
 * between. `choose` is the place to check `md_seq`. The next frame overwrites the argument of `choose`.
 * `choose` must therefore copy the values that it keeps, and must not apply another frame itself.
 */
export function fuseApplyDiff(reader: BookDiffReader): ApplyDiffFrame {
  const columns = new BookDiffColumns();
  return (frame, choose) => {
    if (reader.readColumns(frame, columns)) {
      columns.bids.check();
      columns.asks.check();
      const book = choose(columns);
      book?.applyColumns(columns.bids, columns.asks);
      return book !== undefined;
    }
    const diff = reader.decode(frame);
    checkBookLevels(diff);
    const book = choose(diff);
    book?.applyDiff(diff);
    return book !== undefined;
  };
}
