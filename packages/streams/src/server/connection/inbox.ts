// The frames of a client that are not handled yet. A frame waits while the session is busy, while it is the
// turn of other clients, or while the client exceeds its limits. Meanwhile the socket is paused, so that
// only frames that have already arrived need memory.

import type { Clock } from "@specwright/runtime";
import type { ServerSocket } from "./server-socket.ts";
import type { TokenBucket } from "./token-bucket.ts";
import type { Turns } from "./turns.ts";

/** A frame of a client. */
export interface ReceivedFrame {
  readonly data: Buffer;
  readonly binary: boolean;
}

/** The dependencies of an inbox. */
export interface InboxOptions {
  readonly socket: Pick<ServerSocket, "pause" | "resume" | "receivedBytes">;
  readonly clock: Clock;
  /** The limits to which each request counts. Empty if requests are not limited. */
  readonly limits: readonly TokenBucket[];
  /** Limits how many frames are handled in a row. All connections of the client share it. */
  readonly turns: Turns;
  /** The maximum total size of the waiting frames, in bytes. */
  readonly maxBytes: number;
  handle(frame: ReceivedFrame): void;
  /** Called when the client has exceeded a limit and must wait. */
  limited(): void;
  /** Called when too much data waits. This happens only if the socket cannot be paused. */
  full(): void;
}

/** Each time this number of bytes has arrived, it counts as a request, so that long frames cost more. */
const BYTES_PER_REQUEST = 512;

/** The maximum number of frames that wait. A paused socket never delivers so many. */
const MAX_WAITING = 65_536;

/** Passes the frames of one connection to its session, in order. */
export class Inbox {
  readonly #options: InboxOptions;
  #waiting: ReceivedFrame[] = [];
  #waitingBytes = 0;
  /** The number of received bytes that have been counted as requests. */
  #chargedBytes = 0;
  #isHeld = false;
  #isClosed = false;
  #isLimited = false;
  /** Cancels the current wait, for the client's turn or for its limits. */
  #cancelWait: (() => void) | undefined;

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  /** Handles a frame, or keeps it until the connection may handle it. */
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

  /** Counts requests. If the client has exceeded a limit, handles no frames until the limit allows it. */
  charge(requests: number): void {
    for (const limit of this.#options.limits) limit.take(requests);
    if (this.#isLimited || this.#debtMs === 0) return;
    this.#options.limited();
    this.#awaitLimits();
  }

  /** Handles no frames until `release` is called. */
  hold(): void {
    this.#isHeld = true;
    this.#options.socket.pause();
  }

  release(): void {
    this.#isHeld = false;
    this.#continueReading();
  }

  /** Handles no more frames. Returns the frames that were not handled. */
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

  /** Converts the bytes that arrived since the last call to a number of requests. */
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
    // Other connections of the same key may have used up the limit in the meantime.
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
