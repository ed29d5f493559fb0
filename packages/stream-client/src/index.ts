export type { StreamEvent, StreamListener, StreamState } from "@specwright/runtime/codegen";
export type { QueueMarks } from "./delivery-queue.ts";
export {
  type OpenSocket,
  openWebSocket,
  type SocketHandlers,
  type StreamSocket,
} from "./stream-socket.ts";
export { type StreamTransportOptions, streamTransport } from "./stream-transport.ts";
