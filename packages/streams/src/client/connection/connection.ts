// One connection, from opening to its end. It detects silence, and reports the reason for its end.

import type { Clock } from "@specwright/runtime";
import { retryAfterMs } from "@specwright/runtime/transport";
import type { AnswerHeaders, OpenSocket, StreamSocket } from "../stream-socket.ts";
import type { Ending } from "./ending.ts";
import { type LifeRules, LifeSigns } from "./life-signs.ts";

const CLOSE_GRACE_MS = 2_000;

/** The address, the rules and the listeners of a connection. */
export interface ConnectionInput {
  readonly clock: Clock;
  /** Returns numbers in [0, 1). */
  readonly random: () => number;
  readonly openSocket: OpenSocket;
  readonly connectTimeoutMs: number;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly life: LifeRules;
  /** Called with the headers of the answer, if the platform shows them. */
  readonly onOpen: (headers: AnswerHeaders) => void;
  /** Called with the bytes of a text frame, or undefined and the bytes of a binary frame. */
  readonly onFrame: (text: Uint8Array | undefined, binary: Uint8Array | undefined) => void;
  /** Called once, with the reason for the end. */
  readonly onEnd: (ending: Ending) => void;
}

/** One connection. */
export class Connection {
  /** When the server accepted the upgrade; undefined before that. */
  openedMs: number | undefined;
  readonly #input: ConnectionInput;
  readonly #socket: StreamSocket;
  #over = false;
  #paused = false;
  #life: LifeSigns | undefined;
  #cancel: () => void = () => {};

  /** Connects. */
  constructor(input: ConnectionInput) {
    this.#input = input;
    const { clock, connectTimeoutMs } = input;
    this.#socket = input.openSocket(input.url, input.headers, {
      opened: (headers) => this.#opened(headers ?? (() => undefined)),
      received: (text, binary) => {
        if (this.#over) return;
        this.#life?.heard();
        if (this.#life?.isAnswer(text) !== true) input.onFrame(text, binary);
      },
      ponged: () => this.#life?.heard(),
      pinged: () => this.#life?.heard(),
      closed: (code, reason) => this.#finishWith({ kind: "closed", code, reason }),
      refused: (status, body, headers) => {
        const delayMs = retryAfterMs(headers?.("Retry-After") ?? null, clock.now());
        this.#finishWith({
          kind: "refused",
          status,
          body,
          ...(delayMs !== undefined && { delayMs }),
        });
      },
      failed: (error) => this.#finishWith({ kind: "failed", error }),
    });
    this.#cancel = clock.setTimer(connectTimeoutMs, () => {
      this.abandon({ kind: "failed", error: new Error(`no answer in ${connectTimeoutMs} ms`) });
    });
  }

  /** Whether the connection was opened and has not ended. */
  get open(): boolean {
    return this.openedMs !== undefined && !this.#over;
  }

  /** Whether a frame can be sent now. */
  get writable(): boolean {
    return this.open && this.#socket.writable !== false;
  }

  /** Whether reading is paused. */
  get paused(): boolean {
    return this.#paused;
  }

  /** Whether `pause` has an effect. */
  get pausable(): boolean {
    return this.#socket.pause !== undefined;
  }

  /** Whether headers of the upgrade can be set; false in browsers. */
  get setsHeaders(): boolean {
    return this.#socket.setsHeaders !== false;
  }

  send(frame: Uint8Array, isBinary?: boolean): Promise<void> {
    return this.#socket.send(frame, isBinary);
  }

  /** Sends without waiting. A failure ends the connection, and the end is reported. */
  post(text: string): void {
    this.#socket.send(new TextEncoder().encode(text)).catch(() => {});
  }

  /**
   * Pauses reading until `resume` is called. Does nothing if the socket cannot be paused. While reading is
   * paused, silence does not end the connection.
   */
  pause(): void {
    if (this.#paused || !this.open || !this.pausable) return;
    this.#paused = true;
    this.#life?.hold(true);
    this.#socket.pause?.();
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#life?.hold(false);
    this.#socket.resume?.();
  }

  /** Records the interval of heartbeats that the server has announced. */
  announce(intervalMs: number): void {
    this.#life?.announce(intervalMs);
  }

  /** Closes with code 1000. If the server does not answer, cuts the connection. */
  close(): void {
    if (this.#over) return;
    this.resume();
    if (!this.open) {
      this.abandon({ kind: "closed", code: 1000, reason: "" });
      return;
    }
    this.#stopTimers();
    this.#socket.close(1000);
    this.#cancel = this.#input.clock.setTimer(CLOSE_GRACE_MS, () => {
      this.abandon({ kind: "closed", code: 1000, reason: "" });
    });
  }

  /** Cuts the connection, and reports the given ending. */
  abandon(ending: Ending): void {
    if (this.#over) return;
    this.#finishWith(ending);
    this.#socket.terminate();
  }

  #opened(headers: AnswerHeaders): void {
    if (this.#over) return;
    const { clock, life } = this.#input;
    this.#cancel();
    this.openedMs = clock.elapsed();
    this.#life = new LifeSigns(life, this.#input, this.#socket, {
      send: (text) => this.post(text),
      abandon: (kind) => this.abandon({ kind }),
    });
    this.#input.onOpen(headers);
  }

  #stopTimers(): void {
    this.#cancel();
    this.#life?.stop();
  }

  /** Records the end; only the first call counts. */
  #finishWith(ending: Ending): void {
    if (this.#over) return;
    this.#over = true;
    this.#stopTimers();
    this.#input.onEnd(ending);
  }
}
