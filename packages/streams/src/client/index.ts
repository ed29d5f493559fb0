export type {
  ResyncReason,
  StreamEvent,
  StreamListener,
  StreamState,
  UnverifiedCause,
} from "@specwright/runtime";
export { openWebSocket } from "#platform";
export type { QueueMarks } from "./delivery-queue.ts";
export { openBrowserSocket } from "./open-browser-socket.ts";
export type { StreamCredential, StreamCredentials, StreamSecret } from "./stream-credentials.ts";
export type { AnswerHeaders, OpenSocket, SocketHandlers, StreamSocket } from "./stream-socket.ts";
export { type StreamTransportOptions, streamTransport } from "./stream-transport.ts";
export type { FeedCredentials, FeedKeys } from "./topics/credentials/feed-credentials.ts";
export { FeedError, type FeedErrorCode, feedErrorCodes } from "./topics/feed-error.ts";
export { type FeedTransportOptions, feedTransport } from "./topics/feed-transport.ts";
export type { FeedEnding, FeedEvent, FeedListener } from "./topics/session/feed-event.ts";
