import type { Duplex } from "node:stream";
import { payloadsOf } from "../connection/frame-batch.ts";
import {
  type AnnouncingWebSocket,
  type ServerSocket,
  WebSocketServerSocket,
} from "../connection/server-socket.ts";

/**
 * Creates the server's socket for a connection. If the client has accepted compression, the socket
 * compresses messages.
 */
export function serverSocket(socket: AnnouncingWebSocket, transport: Duplex): ServerSocket {
  return socket.extensions === ""
    ? new WebSocketServerSocket(socket, transport)
    : new CompressedServerSocket(socket, transport);
}

/** A socket that lets `ws` compress each message, separately for each client. */
class CompressedServerSocket extends WebSocketServerSocket {
  readonly #socket: AnnouncingWebSocket;
  readonly #taken: (() => void)[] = [];
  /** The number of messages that `ws` has not written yet. */
  #waiting = 0;

  constructor(socket: AnnouncingWebSocket, transport: Duplex) {
    super(socket, transport);
    this.#socket = socket;
  }

  override get pendingBytes(): number {
    return this.#socket.bufferedAmount + super.pendingBytes;
  }

  override write(bytes: Uint8Array): void {
    for (const { payload, binary } of payloadsOf(bytes)) {
      this.#waiting += 1;
      this.#socket.send(payload, { binary }, () => this.#written());
    }
  }

  override whenTaken(run: () => void): void {
    if (this.#waiting === 0) super.whenTaken(run);
    else this.#taken.push(run);
  }

  #written(): void {
    this.#waiting -= 1;
    if (this.#waiting > 0) return;
    for (const run of this.#taken.splice(0)) super.whenTaken(run);
  }
}
