import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocket } from "ws";

/** The part of a client's socket that a connection needs. */
export interface ServerSocket {
  /** False as soon as either side begins to close. */
  readonly open: boolean;
  /** Bytes that were written but not yet accepted by the system. */
  readonly pendingBytes: number;
  /** Bytes that the client has sent, including the overhead around its messages. Absent if unknown. */
  readonly receivedBytes?: number;
  /** Writes whole frames. */
  write(bytes: Uint8Array): void;
  /**
   * Calls `run` when the system has accepted all bytes written so far, or when the socket is
   * closed.
   */
  whenTaken(run: () => void): void;
  ping(): void;
  /** Sends a close frame after everything written so far. */
  close(code: number, reason: string): void;
  /** Cuts the connection. */
  terminate(): void;
  /** Stops and resumes reading from the client. */
  pause(): void;
  resume(): void;
  /** Sets the event handlers; called once. */
  listen(events: ServerSocketEvents): void;
}

/** Receives the events of a socket. */
export interface ServerSocketEvents {
  message(data: Buffer, binary: boolean): void;
  /** The client has sent a ping, which the socket answers itself. */
  ping(): void;
  pong(): void;
  /**
   * Called before the socket closes because of an invalid frame, with the close code of RFC 6455:
   * 1009 for a message that is too long, 1007 for text that is not UTF-8, 1002 for anything else.
   * Data written now is sent before the close frame.
   */
  violation(closeCode: number): void;
  error(error: Error): void;
  /** Called once, after which no other handler is called. */
  close(): void;
}

const nothing = Buffer.alloc(0);

/**
 * A server socket over a `ws` socket and its underlying stream. Frames go directly to the stream,
 * because `ws` would encode each frame again for every client. This is safe because compression is
 * off: `ws` itself then writes only whole frames. It is a class because each commit causes a write
 * for each client, and closures would give each object its own hidden class in the engine.
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

  // No callback is passed to `write`: each callback would be a separate task, although most writes
  // complete at once.
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
 * A `ws` socket that passes its events on without listeners, because a table of listeners would
 * cost memory for each connection. If an invalid frame closes the connection, it reports that
 * before the close; `ws` itself reports it when no frame can be sent any more.
 */
export class AnnouncingWebSocket extends WebSocket {
  #events: ServerSocketEvents | undefined;
  /** The number of pings that arrived in this turn. */
  #pings = 0;
  /**
   * The last ping without an answer. It waits because the socket is paused, or because many pings
   * arrived together.
   */
  #unanswered: Buffer | undefined;

  /** Passes all events on from now on. */
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
   * Answers a ping. If many pings arrive together, only the last one needs an answer (RFC 6455
   * §5.5.3).
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
    // `ws` passes a code without a reason only if it refuses a message. All other closes pass a
    // reason, even if it is empty.
    if (code !== undefined && reason === undefined && this.readyState === OPEN) {
      this.#events?.violation(code);
    }
    super.close(code, reason);
  }
}

/** The number of pings in one turn that each get an answer. */
const PONGS_AT_ONCE = 16;

/** The state of a `ws` socket while neither side closes (its documented constant). */
const OPEN = 1;
