import type { Duplex } from "node:stream";
import { WebSocket } from "ws";

/** Is the socket of one client, as far as a connection needs it. */
export interface ServerSocket {
  /** Is false from the moment either side began to close. */
  readonly open: boolean;
  /** Bytes that were written and that the system has not taken. */
  readonly pendingBytes: number;
  /** Writes whole frames. */
  write(bytes: Uint8Array): void;
  /** Calls `run` when the system has taken all that was written so far, or the socket is gone. */
  whenTaken(run: () => void): void;
  ping(): void;
  /** Sends a close frame, behind all that was written. */
  close(code: number, reason: string): void;
  /** Cuts the connection. */
  terminate(): void;
  /** Stops and starts taking what the client sends. */
  pause(): void;
  resume(): void;
  /** Sets who is told what happens; called once. */
  listen(events: ServerSocketEvents): void;
}

/** Is told what happens on a socket. */
export interface ServerSocketEvents {
  message(data: Buffer, binary: boolean): void;
  pong(): void;
  /**
   * Is called before the socket closes because of what the client sent, with the close code of
   * RFC 6455 for it: 1009 for a message that is too long, 1007 for text that is no UTF-8, 1002 for
   * anything else. What is written now goes before the close frame.
   */
  violation(closeCode: number): void;
  error(error: Error): void;
  /** Is called once, after which nothing else is. */
  close(): void;
}

const nothing = Buffer.alloc(0);

/**
 * Is a server socket over a `ws` one and the stream under it. Frames go to that stream without
 * `ws`, which would make each anew for every client; `ws` itself only ever writes whole frames
 * there, for compression is off. A class, as a write happens per client and commit: with accessors
 * and functions of its own each object would be of a shape of its own to the engine.
 */
export class WebSocketServerSocket implements ServerSocket {
  readonly #socket: WebSocket;
  readonly #transport: Duplex;

  constructor(socket: WebSocket, transport: Duplex) {
    this.#socket = socket;
    this.#transport = transport;
  }

  get open(): boolean {
    return this.#socket.readyState === OPEN;
  }

  get pendingBytes(): number {
    return this.#transport.writableLength;
  }

  // Without a callback: each would be a task of its own, for what is mostly taken at once.
  write(bytes: Uint8Array): void {
    this.#transport.write(bytes);
  }

  whenTaken(run: () => void): void {
    this.#transport.write(nothing, () => run());
  }

  ping(): void {
    this.#socket.ping();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  listen(events: ServerSocketEvents): void {
    const socket = this.#socket;
    socket.on("message", (data: Buffer, binary: boolean) => events.message(data, binary));
    socket.on("pong", () => events.pong());
    socket.on(VIOLATION, (closeCode: number) => events.violation(closeCode));
    socket.on("error", (error) => events.error(error));
    socket.once("close", () => events.close());
  }
}

const VIOLATION = "violation";

/**
 * A `ws` socket that says so before it closes because of what the client sent; `ws` itself tells
 * afterwards, when no frame can be sent any more.
 */
export class AnnouncingWebSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    // Only for a message that it refuses does `ws` close with a code and without a reason: ours have
    // one, and so has the answer to a close frame of the client, even if it is empty.
    if (code !== undefined && reason === undefined && this.readyState === OPEN) {
      this.emit(VIOLATION, code);
    }
    super.close(code, reason);
  }
}

/** The state of a `ws` socket while neither side closes (its documented constant). */
const OPEN = 1;
