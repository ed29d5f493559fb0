import { type KeepBooksOptions, keepBooks, type LiveBooks } from "@specwright/streams/books";
import type { StreamsClient } from "@specwright/streams-api/client";
import {
  BookDiffFrameStreamCodec,
  BookSnapshotFrameStreamCodec,
  TradeFrameStreamCodec,
} from "@specwright/streams-api/codec/stream";
import type { TradeFrame } from "@specwright/streams-api/types";

/**
 * Keeps the books of markets up to date, over one connection to `/market-data` (§4.6 of the streams
 * source). Incomplete books are not shown. After a reconnect, the client subscribes to the books again.
 * Call `close` when done.
 */
export function openBooks(
  client: Pick<StreamsClient, "marketData">,
  markets: readonly string[] = [],
  options: KeepBooksOptions<TradeFrame> = {},
): LiveBooks<TradeFrame> {
  const codecs = {
    snapshot: BookSnapshotFrameStreamCodec,
    diff: BookDiffFrameStreamCodec,
    trade: TradeFrameStreamCodec,
  };
  const books = keepBooks((stream) => client.marketData({}, stream), codecs, options);
  // The error is ignored here, because the stream ends with the same error and reports it.
  books.open(markets).catch(() => {});
  return books;
}

export type {
  BookView,
  KeepBooksOptions,
  LiveBook,
  LiveBookEvent,
  LiveBookListener,
  LiveBookStatus,
  LiveBooks,
  StaleCause,
} from "@specwright/streams/books";
