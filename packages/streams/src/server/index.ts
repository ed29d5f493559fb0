export type { ServerSocket, ServerSocketEvents } from "./connection/server-socket.ts";
export type { StreamPeer } from "./connection/stream-peer.ts";
export type { FeedConnection, FeedSocket } from "./connection/text-socket.ts";
export {
  createStreamGateway,
  type GatewayAnswer,
  type StreamGateway,
  type StreamGatewayOptions,
} from "./create-stream-gateway.ts";
export {
  createStreamServer,
  type ListenOptions,
  type StreamServer,
  type StreamServerOptions,
} from "./create-stream-server.ts";
export {
  createKeyedBroadcast,
  type KeyedBroadcast,
  type KeyedBroadcastOptions,
} from "./keyed/create-keyed-broadcast.ts";
export {
  createKeyedFeed,
  type KeyedFeed,
  type KeyedFeedOptions,
} from "./keyed/create-keyed-feed.ts";
export {
  createKeyedPublisher,
  type KeyedPosition,
  type KeyedPublisher,
  type KeyedPublisherOptions,
} from "./keyed/create-keyed-publisher.ts";
export type { KeyedState } from "./keyed/keyed-replica.ts";
export type { KeyedSource } from "./keyed/keyed-source.ts";
export {
  type AddressInput,
  createPublisher,
  type FrameName,
  type Publisher,
  type PublisherOptions,
  type PublishInput,
} from "./publish/create-publisher.ts";
export {
  mayPublishAgain,
  PublishRefusal,
  type PublishRefusalCode,
  publishRefusalCodes,
} from "./publish/publish-refusal.ts";
export type { ReferenceStore, StoredReference } from "./publish/reference-store.ts";
export type { Unstamped } from "./publish/unstamped.ts";
export type { ChannelHandler } from "./sessions/handler-session.ts";
export type { FrameProjection, ProjectFrames } from "./sessions/project-frames.ts";
export type { RequestHandler } from "./sessions/stream-handlers.ts";
export type { StreamServerSettings } from "./settings.ts";
export type { StreamServerStatistics } from "./statistics.ts";
export { type StreamLogEntry, type StreamLogger, silentLogger } from "./stream-logger.ts";
export type { FeedUpgrade } from "./topics/attach-sockets.ts";
export type { FeedBookSide } from "./topics/books/book-levels.ts";
export type { DecimalInput } from "./topics/books/exact-decimal.ts";
export type { FeedBookLevels, FeedLevelInput, FeedServerBook } from "./topics/books/served-book.ts";
export {
  type AnyTopics,
  createFeedServer,
  type FeedServer,
  type FeedServerOptions,
} from "./topics/create-feed-server.ts";
export {
  FeedServerError,
  type FeedServerErrorCode,
  feedServerErrorCodes,
} from "./topics/feed-server-error.ts";
export type { FeedServerEvent, FeedServerListener } from "./topics/feed-server-event.ts";
export { FeedRefusal, refuse } from "./topics/refuse.ts";
export type { FillRules } from "./topics/topics/topic-audience.ts";
export type {
  FeedParameters,
  FeedPeerInfo,
  FeedTopicDecision,
  FeedTopicHandler,
  FeedTopics,
  FeedTopicsOf,
  FillContext,
} from "./topics/topics/topic-handlers.ts";
export type {
  PresentedCredential,
  Principals,
  StreamAuthenticator,
  StreamAuthenticators,
} from "./upgrade/authenticate.ts";
export type { UpgradeRequest } from "./upgrade/upgrade-request.ts";
