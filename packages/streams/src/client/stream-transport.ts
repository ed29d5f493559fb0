import type { StreamTransport } from "@specwright/runtime/codegen";
import { createTransport, type StreamTransportOptions } from "./create-transport.ts";
import { openWebSocket } from "./open-web-socket.ts";

/**
 * Creates the transport of a generated streams client over WebSocket. A channel connects when it is
 * opened, and reconnects until it is closed or its iteration ends. Each channel has one consumer.
 * Iteration throws `StreamError` if reconnecting does not help.
 */
export function streamTransport(options: StreamTransportOptions): StreamTransport {
  return createTransport(options, {
    openSocket: openWebSocket,
    warn: (message) => process.emitWarning(message, "StreamWarning"),
  });
}
