export type { FeedUpgrade } from "./attach-sockets.ts";
export type { FeedBookSide } from "./books/book-levels.ts";
export type { DecimalInput } from "./books/exact-decimal.ts";
export type { FeedBookLevels, FeedLevelInput, FeedServerBook } from "./books/served-book.ts";
export type { FeedConnection, FeedSocket } from "./connection/feed-socket.ts";
export {
  type AnyTopics,
  createFeedServer,
  type FeedServer,
  type FeedServerOptions,
} from "./create-feed-server.ts";
export {
  FeedServerError,
  type FeedServerErrorCode,
  feedServerErrorCodes,
} from "./feed-server-error.ts";
export type { FeedServerEvent, FeedServerListener } from "./feed-server-event.ts";
export { FeedRefusal, refuse } from "./refuse.ts";
export type { FillRules } from "./topics/topic-audience.ts";
export type {
  FeedParameters,
  FeedPeerInfo,
  FeedTopicDecision,
  FeedTopicHandler,
  FeedTopics,
  FeedTopicsOf,
  FillContext,
} from "./topics/topic-handlers.ts";
