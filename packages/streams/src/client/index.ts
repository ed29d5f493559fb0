export type {
  ResyncReason,
  StreamEvent,
  StreamListener,
  StreamState,
  UnverifiedCause,
} from "@specwright/runtime";
export type {
  StreamCredential,
  StreamCredentials,
  StreamKeys,
  StreamSecret,
} from "@specwright/runtime/transport";
export { openWebSocket } from "#platform";
export type { QueueMarks } from "./delivery-queue.ts";
export { openBrowserSocket } from "./open-browser-socket.ts";
export type { AnswerHeaders, OpenSocket, SocketHandlers, StreamSocket } from "./stream-socket.ts";
export { type StreamTransportOptions, streamTransport } from "./stream-transport.ts";
export { topics } from "./topics/open-feed.ts";
