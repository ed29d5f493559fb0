export { BookError, type BookErrorCode, bookErrorCodes } from "./book-error.ts";
export type { BookLevel, BookLevels, BookSide } from "./book-level.ts";
export {
  type ApplyDiffFrame,
  BookDiffColumns,
  type BookDiffReader,
  type BookDiffScalars,
  type ChooseBook,
  fuseApplyDiff,
} from "./fuse-apply-diff.ts";
export { LevelColumns, MAX_COLUMN_UNITS } from "./level-columns.ts";
export { checkBookLevels, OrderBook } from "./order-book.ts";
