export type { MarketCodecs } from "./apply-frames.ts";
export {
  type KeepBooksOptions,
  keepBooks,
  type LiveBooks,
  type MarketControl,
  type OpenMarketData,
} from "./keep-books.ts";
export type {
  BookView,
  LiveBook,
  LiveBookEvent,
  LiveBookListener,
  LiveBookStatus,
  StaleCause,
} from "./live-book.ts";
