export type { StreamErrorFrameCode } from "./control-frames.ts";
export {
  createKeyedBroadcast,
  type KeyedBroadcast,
  type KeyedBroadcastOptions,
} from "./create-keyed-broadcast.ts";
export { createKeyedFeed, type KeyedFeed, type KeyedFeedOptions } from "./create-keyed-feed.ts";
export {
  createKeyedPublisher,
  type KeyedPosition,
  type KeyedPublisher,
  type KeyedPublisherOptions,
} from "./create-keyed-publisher.ts";
export {
  createPublisher,
  type FrameName,
  type Publisher,
  type PublisherOptions,
  type PublishInput,
} from "./create-publisher.ts";
export {
  createStreamGateway,
  type StreamGateway,
  type StreamGatewayOptions,
  type UpgradeAnswer,
  type UpgradeRequest,
} from "./create-stream-gateway.ts";
export {
  createStreamServer,
  type ListenOptions,
  type StreamServer,
} from "./create-stream-server.ts";
export type { FrameBatch } from "./frame-batch.ts";
export type { ChannelHandler } from "./handler-session.ts";
export type { KeyedState } from "./keyed-replica.ts";
export type { KeyedSource } from "./keyed-source.ts";
export type { FrameProjection, ProjectFrames } from "./project-frames.ts";
export {
  mayPublishAgain,
  PublishRefusal,
  type PublishRefusalCode,
  publishRefusalCodes,
} from "./publish-refusal.ts";
export type { ReferenceStore, StoredReference } from "./reference-store.ts";
export type { ServerSocket, ServerSocketEvents } from "./server-socket.ts";
export { defaultStreamServerSettings, type StreamServerSettings } from "./settings.ts";
export type { StreamServerStatistics } from "./statistics.ts";
export type { StreamPeer } from "./stream-connection.ts";
export { type StreamLogEntry, type StreamLogger, silentLogger } from "./stream-logger.ts";
export type { StampedMember, Unstamped } from "./unstamped.ts";
