import type { StreamTransport } from "@specwright/runtime/codegen";
import { createTransport, type StreamTransportOptions } from "./create-transport.ts";
import { openWebSocket } from "./open-web-socket.ts";

/**
 * Makes the transport of a generated streams client over WebSocket. A channel connects when it is
 * opened, and again whenever it must, until it is closed or its iteration ends. Each channel is for
 * one consumer. Iteration throws `StreamError` for what reconnecting does not mend.
 */
export function streamTransport(options: StreamTransportOptions): StreamTransport {
  return createTransport(options, {
    openSocket: openWebSocket,
    warn: (message) => process.emitWarning(message, "StreamWarning"),
  });
}
