export { detach, formatDecimal, StreamError } from "@specwright/runtime";
export { streamTransport } from "@specwright/streams/client";
export { createStreamsClient, type StreamsClient } from "@specwright/streams-api/client";
export {
  type BookView,
  type KeepBooksOptions,
  type LiveBook,
  type LiveBookEvent,
  type LiveBookListener,
  type LiveBookStatus,
  type LiveBooks,
  openBooks,
  type StaleCause,
} from "./books.ts";
