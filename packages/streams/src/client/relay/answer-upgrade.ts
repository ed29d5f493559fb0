import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

const WEBSOCKET_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const CLOSE_FRAME = 0x88;

/** Accepts an upgrade. `accept` is the value of the header `Sec-WebSocket-Accept`. */
export function acceptUpgrade(socket: Duplex, accept: string): void {
  const lines = ["Upgrade: websocket", "Connection: Upgrade", `Sec-WebSocket-Accept: ${accept}`];
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
}

/**
 * Refuses a browser: accepts the upgrade, then closes with a code and a reason of at most 123 bytes. A
 * browser cannot read the answer to a refused upgrade.
 */
export function closeUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  code: number,
  reason: string,
): void {
  if (!socket.writable) return;
  const key = `${request.headers["sec-websocket-key"]}${WEBSOCKET_GUID}`;
  acceptUpgrade(socket, createHash("sha1").update(key).digest("base64"));
  const payload = Buffer.from(`  ${reason}`);
  payload.writeUInt16BE(code);
  socket.end(Buffer.concat([Buffer.from([CLOSE_FRAME, payload.length]), payload]));
}
