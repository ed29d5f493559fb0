// Serves connections over any transport of texts, for example in tests.

import { payloadsOf } from "./frame-batch.ts";
import type { ServerSocket, ServerSocketEvents } from "./server-socket.ts";

/** The parts of a client's socket that a server uses. */
export interface FeedSocket {
  /**
   * The number of bytes that were written, but that the transport has not accepted yet. Omit it if the
   * transport accepts every write at once.
   */
  readonly pendingBytes?: number;
  send(text: string): void;
  ping(): void;
  /** Sends a close frame after everything written so far. */
  close(code: number, reason: string): void;
  /** Cuts the connection. */
  terminate(): void;
}

/** Reports the events of a socket to its connection. */
export interface FeedConnection {
  /** Handles a text frame of the client. */
  receive(text: string): void;
  /** Records that the client has answered a ping. */
  heard(): void;
  /** Records that the socket is closed. */
  closed(): void;
}

/**
 * Adapts a socket of texts for a connection. The socket counts as closed as soon as either side closes it.
 */
export class TextSocket implements ServerSocket, FeedConnection {
  readonly #socket: FeedSocket;
  #events: ServerSocketEvents | undefined;
  open = true;

  constructor(socket: FeedSocket) {
    this.#socket = socket;
  }

  get pendingBytes(): number {
    return this.#socket.pendingBytes ?? 0;
  }

  write(bytes: Uint8Array): void {
    for (const { payload } of payloadsOf(bytes)) this.#socket.send(payload.toString());
  }

  whenTaken(run: () => void): void {
    run();
  }

  ping(): void {
    this.#socket.ping();
  }

  close(code: number, reason: string): void {
    if (!this.open) return;
    this.closed();
    this.#socket.close(code, reason);
  }

  terminate(): void {
    if (!this.open) return;
    this.closed();
    this.#socket.terminate();
  }

  pause(): void {}

  resume(): void {}

  listen(events: ServerSocketEvents): void {
    this.#events = events;
  }

  receive(text: string): void {
    if (this.open) this.#events?.message(Buffer.from(text), false);
  }

  heard(): void {
    this.#events?.pong();
  }

  closed(): void {
    if (!this.open) return;
    this.open = false;
    this.#events?.close();
  }
}
