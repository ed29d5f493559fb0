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

/**
 * A buffer into which a reader decodes a `book_diff` without creating objects. It is used again for each
 * frame.
 */
export class BookDiffColumns implements BookDiffScalars {
  market_id = "";
  md_seq = 0n;
  ts_ns = 0n;
  readonly bids: LevelColumns = new LevelColumns();
  readonly asks: LevelColumns = new LevelColumns();
}

/** The two methods of a generated decoder for `book_diff` frames. */
export interface BookDiffReader {
  /**
   * Clears the columns, then reads and validates a whole frame into them. Returns false if the frame must
   * be read with `decode` instead: if it is invalid, is written in an unusual way, or has a Decimal that
   * does not fit a column.
   */
  readColumns(frame: string | Uint8Array, into: BookDiffColumns): boolean;
  /** Decodes a frame to objects. Throws the error of the codec if the frame breaks its schema. */
  decode(frame: string | Uint8Array): BookDiffScalars & BookLevels;
}

/**
 * Called after the whole frame was validated. Returns the book to which the diff is applied. If it returns
 * undefined, the diff is dropped.
 */
export type ChooseBook = (diff: BookDiffScalars) => OrderBook | undefined;

/**
 * Applies a frame, and returns whether it was applied to a book. If the reader throws an error, or the book
 * refuses the levels with `BookError`, no book is changed.
 */
export type ApplyDiffFrame = (frame: string | Uint8Array, choose: ChooseBook) => boolean;

/**
 * Connects a reader to books. Frames are decoded into columns and applied from them, without creating
 * objects. Check `md_seq` in `choose`. The next frame overwrites the argument of `choose`, so `choose` must
 * copy the values that it keeps, and must not apply a frame itself.
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
