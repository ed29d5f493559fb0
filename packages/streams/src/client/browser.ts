// The entry for browsers, which replaces index.ts: the same names, without Node.

import type { StreamTransport } from "@specwright/runtime/codegen";
import { createTransport, type StreamTransportOptions } from "./create-transport.ts";
import { openBrowserSocket } from "./open-browser-socket.ts";

export type {
  ResyncReason,
  StreamEvent,
  StreamListener,
  StreamState,
  UnverifiedCause,
} from "@specwright/runtime";
export type { StreamTransportOptions } from "./create-transport.ts";
export type { QueueMarks } from "./delivery-queue.ts";
export { openBrowserSocket, openBrowserSocket as openWebSocket } from "./open-browser-socket.ts";
export type { AnswerHeaders, OpenSocket, SocketHandlers, StreamSocket } from "./stream-socket.ts";

/**
 * Creates the transport of a generated streams client over the `WebSocket` of the platform. A
 * channel connects when it is opened, and reconnects until it is closed or its iteration ends. Each
 * channel has one consumer. Iteration throws `StreamError` if reconnecting does not help.
 */
export function streamTransport(options: StreamTransportOptions): StreamTransport {
  return createTransport(options, {
    openSocket: openBrowserSocket,
    warn: (message) => console.warn(message),
  });
}
