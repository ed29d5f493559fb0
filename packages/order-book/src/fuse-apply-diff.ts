import type { BookLevels } from "./book-level.ts";
import { LevelColumns } from "./level-columns.ts";
import { checkBookLevels, type OrderBook } from "./order-book.ts";

/** Is what a `book_diff` says besides its levels. */
export interface BookDiffScalars {
  readonly market_id: string;
  readonly md_seq: bigint;
  /** Unix nanoseconds. */
  readonly ts_ns: bigint;
}

/** Is scratch that a reader puts a `book_diff` into without making an object. */
export class BookDiffColumns implements BookDiffScalars {
  market_id = "";
  md_seq = 0n;
  ts_ns = 0n;
  readonly bids: LevelColumns = new LevelColumns();
  readonly asks: LevelColumns = new LevelColumns();
}

/** Reads `book_diff` frames: the two parts that a generated decoder gives. */
export interface BookDiffReader {
  /**
   * Reads and validates a whole frame into the columns, which it clears first. Gives false when it
   * leaves the frame to `decode`: one that is broken, written oddly, or holds a Decimal that fits
   * no column.
   */
  readColumns(frame: string | Uint8Array, into: BookDiffColumns): boolean;
  /** Decodes the same frame to objects. Throws what a codec throws for one that breaks its schema. */
  decode(frame: string | Uint8Array): BookDiffScalars & BookLevels;
}

/** Chooses the book a diff goes to, once the whole frame is known to be valid; undefined drops it. */
export type ChooseBook = (diff: BookDiffScalars) => OrderBook | undefined;

/**
 * Applies a frame as it came from the wire. Gives whether a book took it; throws what the reader
 * throws, or `BookError`, and no book has changed then.
 */
export type ApplyDiffFrame = (frame: string | Uint8Array, choose: ChooseBook) => boolean;

/**
 * Joins a reader to books: the bytes of a frame go into columns, and from there into the book, with
 * no object between them. `choose` is the place to judge `md_seq`; what it is given is overwritten
 * by the next frame, so it copies what it keeps and applies no other frame itself.
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
