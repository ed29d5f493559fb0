import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocket } from "ws";

/** The parts of a client's socket that a connection uses. */
export interface ServerSocket {
  /** False as soon as either side begins to close. */
  readonly open: boolean;
  /** The number of bytes that were written, but that the operating system has not accepted yet. */
  readonly pendingBytes: number;
  /** The number of bytes that the client has sent, including frame headers. Undefined if unknown. */
  readonly receivedBytes?: number;
  /** Writes encoded frames. */
  write(bytes: Uint8Array): void;
  /**
   * Calls `run` when the operating system has accepted all bytes written so far, or when the socket is
   * closed.
   */
  whenTaken(run: () => void): void;
  ping(): void;
  /** Sends a close frame after everything written so far. */
  close(code: number, reason: string): void;
  /** Cuts the connection. */
  terminate(): void;
  /** Pauses reading from the client. */
  pause(): void;
  resume(): void;
  /** Sets the event handlers. Called once. */
  listen(events: ServerSocketEvents): void;
}

/** Receives the events of a socket. */
export interface ServerSocketEvents {
  message(data: Buffer, binary: boolean): void;
  /** The client has sent a ping, which the socket answers. */
  ping(): void;
  pong(): void;
  /**
   * Called when the socket is about to close because of an invalid frame. Data written now is sent before
   * the close frame. `closeCode` is a code of RFC 6455: 1009 for a message that is too long, 1007 for text
   * that is not UTF-8, 1002 for any other fault.
   */
  violation(closeCode: number): void;
  error(error: Error): void;
  /** Called once, as the last event. */
  close(): void;
}

const nothing = Buffer.alloc(0);

/**
 * A server socket that uses a `ws` socket and the TCP or TLS stream below it. It writes frames directly to
 * the stream, because `ws` would encode each frame again for every client. This is safe only without
 * compression: `ws` then writes nothing but whole frames. It is a class because every commit writes to
 * every client, and with closures, each object would get its own hidden class in the engine.
 */
export class WebSocketServerSocket implements ServerSocket {
  readonly #socket: AnnouncingWebSocket;
  readonly #transport: Duplex;

  constructor(socket: AnnouncingWebSocket, transport: Duplex) {
    this.#socket = socket;
    this.#transport = transport;
  }

  get open(): boolean {
    return this.#socket.readyState === OPEN;
  }

  get pendingBytes(): number {
    return this.#transport.writableLength;
  }

  get receivedBytes(): number {
    return this.#transport instanceof Socket ? this.#transport.bytesRead : 0;
  }

  // `write` gets no callback, because each callback would be a separate task, although most writes complete
  // at once.
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
    this.#socket.listen(events);
  }
}

/**
 * A `ws` socket that calls its handlers directly, because a table of listeners would need memory for each
 * connection. If an invalid frame closes the connection, it calls `violation` before it closes. `ws`
 * reports the fault only when no frame can be sent any more.
 */
export class AnnouncingWebSocket extends WebSocket {
  #events: ServerSocketEvents | undefined;
  /** The number of pings that have arrived in this turn of the event loop. */
  #pings = 0;
  /**
   * The last ping, if it is not answered yet because the socket is paused, or because many pings arrived
   * together.
   */
  #unanswered: Buffer | undefined;

  /** Calls these handlers from now on. */
  listen(events: ServerSocketEvents): void {
    this.#events = events;
  }

  override emit(event: string | symbol, ...args: readonly unknown[]): boolean {
    const [first, binary] = args;
    const events = this.#events;
    if (events === undefined) return super.emit(event, ...args);
    if (event === "message" && Buffer.isBuffer(first)) events.message(first, binary === true);
    else if (event === "ping") this.#answerPing(first, events);
    else if (event === "pong") events.pong();
    else if (event === "error" && first instanceof Error) events.error(first);
    else if (event === "close") events.close();
    else return super.emit(event, ...args);
    return true;
  }

  /**
   * Answers a ping. If many pings arrive together, only the last one must be answered (RFC 6455 §5.5.3).
   */
  #answerPing(data: unknown, events: ServerSocketEvents): void {
    if (!Buffer.isBuffer(data)) return;
    this.#pings += 1;
    if (this.#pings === 1) queueMicrotask(() => this.#endPings());
    if (this.isPaused || this.#pings > PONGS_AT_ONCE) this.#unanswered = Buffer.from(data);
    else if (this.readyState === OPEN) this.pong(data);
    events.ping();
  }

  #endPings(): void {
    this.#pings = 0;
    if (!this.isPaused) this.#answerLast();
  }

  #answerLast(): void {
    const data = this.#unanswered;
    this.#unanswered = undefined;
    if (data !== undefined && this.readyState === OPEN) this.pong(data);
  }

  override resume(): void {
    super.resume();
    this.#answerLast();
  }

  override close(code?: number, reason?: string | Buffer): void {
    // If `ws` refuses a message, it passes a code without a reason. In all other cases it passes a reason,
    // which may be empty.
    if (code !== undefined && reason === undefined && this.readyState === OPEN) {
      this.#events?.violation(code);
    }
    super.close(code, reason);
  }
}

/** At most this number of pings is answered separately in a turn of the event loop. */
const PONGS_AT_ONCE = 16;

/** The documented value of `readyState` while neither side closes a `ws` socket. */
const OPEN = 1;
