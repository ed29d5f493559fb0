export { BookError, type BookErrorCode, bookErrorCodes } from "./book-error.ts";
export type { BookLevel, BookLevels, BookSide } from "./book-level.ts";
export {
  type ChecksumRule,
  checksumOfBook,
  checksumTextOfBook,
  keepsDigits,
} from "./decimals/book-checksum.ts";
export { DecimalBook } from "./decimals/decimal-book.ts";
export type { DecimalBookOptions } from "./decimals/decimal-book-options.ts";
export { DecimalColumns } from "./decimals/decimal-columns.ts";
export {
  type LevelShape,
  type LevelShapeRule,
  levelShape,
  type ObjectShape,
  type TupleShape,
} from "./decimals/level-shape.ts";
export { MAX_SCALE } from "./decimals/powers-of-ten.ts";
export type { DecimalColumn } from "./decimals/scan-decimal.ts";
export { scanLevels } from "./decimals/scan-levels.ts";
export type { NumberFormat } from "./decimals/write-decimal.ts";
export {
  type ApplyDiffFrame,
  BookDiffColumns,
  type BookDiffReader,
  type BookDiffScalars,
  type ChooseBook,
  fuseApplyDiff,
} from "./fuse-apply-diff.ts";
export { LevelColumns, MAX_COLUMN_UNITS } from "./level-columns.ts";
export type { MarketCodecs } from "./live/apply-frames.ts";
export {
  type KeepBooksOptions,
  keepBooks,
  type LiveBooks,
  type MarketControl,
  type OpenMarketData,
} from "./live/keep-books.ts";
export type {
  BookView,
  LiveBook,
  LiveBookEvent,
  LiveBookListener,
  LiveBookStatus,
  StaleCause,
} from "./live/live-book.ts";
export { OrderBook } from "./order-book.ts";
