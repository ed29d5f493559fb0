// The waiting frames of a client. They wait until its session accepts more, until other clients have had
// their turn, or until the client is within its limits again. In the meantime, its socket is not read, so
// that only frames that have already arrived are kept.

import type { Clock } from "@specwright/runtime";
import type { ServerSocket } from "./server-socket.ts";
import type { TokenBucket } from "./token-bucket.ts";
import type { Turns } from "./turns.ts";

/** A message of a client. */
export interface ReceivedFrame {
  readonly data: Buffer;
  readonly binary: boolean;
}

/** The parts of an inbox. */
export interface InboxOptions {
  readonly socket: Pick<ServerSocket, "pause" | "resume" | "receivedBytes">;
  readonly clock: Clock;
  /** The limits that each request counts against; empty if requests are not limited. */
  readonly limits: readonly TokenBucket[];
  /** The turns of the client. All connections of the client share them. */
  readonly turns: Turns;
  /** The maximum total size of the waiting frames, in bytes. */
  readonly maxBytes: number;
  handle(frame: ReceivedFrame): void;
  /** Called when the client has exceeded a limit and must wait. */
  limited(): void;
  /** Called when too much data waits, which happens only if the socket cannot be paused. */
  full(): void;
}

/** The bytes that count as one request, so that long frames and many fragments count for more. */
const BYTES_PER_REQUEST = 512;

/** The number of frames that may wait: more than a socket delivers at once. */
const MAX_WAITING = 65_536;

/** Passes the frames of one connection to its session, in order. */
export class Inbox {
  readonly #options: InboxOptions;
  #waiting: ReceivedFrame[] = [];
  #waitingBytes = 0;
  /** The number of received bytes that were already counted as requests. */
  #chargedBytes = 0;
  #isHeld = false;
  #isClosed = false;
  #isLimited = false;
  /** Cancels the current wait: for the turns of other clients, or for the client's own limit. */
  #cancelWait: (() => void) | undefined;

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  /** Receives a frame, and handles it when it is the frame's turn. */
  push(frame: ReceivedFrame): void {
    if (this.#isClosed) return;
    if (this.#waiting.length === 0 && this.#isOpen) {
      if (!this.#options.turns.isOver) {
        this.#handleFrame(frame);
        return;
      }
      this.#awaitTurn();
    }
    this.#waiting.push(frame);
    this.#waitingBytes += frame.data.byteLength;
    const { maxBytes, full } = this.#options;
    if (this.#waiting.length > MAX_WAITING || this.#waitingBytes > maxBytes) full();
  }

  /** Counts requests of the client. If there are too many, the client must wait. */
  charge(requests: number): void {
    for (const limit of this.#options.limits) limit.take(requests);
    if (this.#isLimited || this.#debtMs === 0) return;
    this.#options.limited();
    this.#awaitLimits();
  }

  /** Handles no further frames until `release` is called. */
  hold(): void {
    this.#isHeld = true;
    this.#options.socket.pause();
  }

  release(): void {
    this.#isHeld = false;
    this.#continueReading();
  }

  /** Accepts no further frames; returns the frames that were not handled. */
  close(): readonly ReceivedFrame[] {
    this.#isClosed = true;
    const left = this.#waiting;
    this.#waiting = [];
    this.#isHeld = true;
    this.#cancelWait?.();
    const cost = this.#takeBytes(0);
    for (const limit of this.#options.limits) limit.take(cost);
    return left;
  }

  get #isOpen(): boolean {
    return !this.#isHeld && this.#cancelWait === undefined;
  }

  get #debtMs(): number {
    return Math.max(0, ...this.#options.limits.map(({ waitMs }) => waitMs));
  }

  #handleFrame(frame: ReceivedFrame): void {
    this.#options.turns.count();
    this.charge(1 + this.#takeBytes(frame.data.byteLength));
    this.#options.handle(frame);
  }

  #awaitTurn(): void {
    this.#waitWith(this.#options.turns.wait(() => this.#endWait()));
  }

  /** Returns the bytes that arrived since the last call, as a number of requests. */
  #takeBytes(ofFrame: number): number {
    const received = this.#options.socket.receivedBytes ?? this.#chargedBytes + ofFrame;
    const cost = Math.floor((received - this.#chargedBytes) / BYTES_PER_REQUEST);
    this.#chargedBytes += cost * BYTES_PER_REQUEST;
    return cost;
  }

  #awaitLimits(): void {
    this.#isLimited = true;
    this.#cancelWait?.();
    this.#waitWith(this.#options.clock.setTimer(this.#debtMs, () => this.#endWait()));
  }

  #waitWith(cancel: () => void): void {
    this.#cancelWait = cancel;
    this.#options.socket.pause();
  }

  #endWait(): void {
    this.#cancelWait = undefined;
    // In the meantime, other connections of the same key may have used the tokens.
    if (this.#debtMs > 0) {
      this.#awaitLimits();
      return;
    }
    this.#isLimited = false;
    this.#continueReading();
  }

  #continueReading(): void {
    while (this.#isOpen) {
      const [frame] = this.#waiting;
      if (frame === undefined) {
        this.#options.socket.resume();
      } else if (this.#options.turns.isOver) {
        this.#awaitTurn();
      } else {
        this.#waiting.shift();
        this.#waitingBytes -= frame.data.byteLength;
        this.#handleFrame(frame);
        continue;
      }
      return;
    }
  }
}
