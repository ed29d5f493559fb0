export type { QueueMarks } from "./delivery-queue.ts";
export type { StreamEvent, StreamListener, StreamState } from "./stream-event.ts";
export {
  type OpenSocket,
  openWebSocket,
  type SocketHandlers,
  type StreamSocket,
} from "./stream-socket.ts";
export { type StreamTransportOptions, streamTransport } from "./stream-transport.ts";
