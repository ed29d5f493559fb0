// Heartbeats and pings of one connection. A ping stands behind all that was written, so its pong tells
// how far behind the client is; the system hides megabytes.

import type { Clock } from "@specwright/runtime";
import type { StreamServerSettings } from "../settings.ts";
import type { TimingWheel } from "./timing-wheel.ts";

/** The number of pings that follow frames within the time that a reader may lag. */
const PROBES = 16;

/** The connection whose liveness is watched. */
export interface WatchedConnection {
  readonly open: boolean;
  readonly pendingBytes: number;
  ping(): void;
  /** Called when nothing was written for the interval of heartbeats. */
  heartbeat(): void;
  /** Called when a ping behind frames was not answered for too long, in milliseconds. */
  tooSlow(unansweredMs: number): void;
  /** Called when a ping that no frame stands before was not answered for too long. */
  silent(): void;
}

/** Options of `Liveness`. */
export interface LivenessOptions {
  readonly wheel: TimingWheel;
  readonly clock: Clock;
  readonly settings: Pick<StreamServerSettings, "heartbeatMs" | "slowReaderMs">;
}

/** The watch over one connection: it has heartbeats sent, and finds readers that are too slow. */
export class Liveness {
  readonly #options: LivenessOptions;
  readonly #wheel: TimingWheel;
  readonly #connection: WatchedConnection;
  readonly #probeMs: number;
  #lastSentMs: number;
  /** When the ping that has no answer yet was sent. */
  #pingSentMs: number | undefined;
  /** Whether that ping stands behind frames that the one before it did not stand behind. */
  #pingBehindFrames = false;
  #sentSincePing = false;
  /** When the next beat is due, as the wheel counts. */
  #beatDueMs = Number.POSITIVE_INFINITY;
  #cancel: (() => void) | undefined;

  constructor(options: LivenessOptions, connection: WatchedConnection) {
    this.#options = options;
    this.#wheel = options.wheel;
    this.#connection = connection;
    this.#probeMs = options.settings.slowReaderMs / PROBES;
    this.#lastSentMs = options.clock.elapsed();
  }

  /** How long the ping at hand has been unanswered, in milliseconds; 0 if there is none. */
  get lagMs(): number {
    const sentMs = this.#pingSentMs;
    return sentMs === undefined ? 0 : this.#options.clock.elapsed() - sentMs;
  }

  /** Starts the watch. */
  start(): void {
    this.#arm(this.#options.settings.heartbeatMs);
  }

  /** Notes that anything was written. */
  wrote(): void {
    // A tick too early at most, which makes a heartbeat come as much before its time.
    this.#lastSentMs = this.#wheel.elapsedMs;
  }

  /** Notes frames that are about to be sent, behind which a ping has to stand before long. */
  expectFrames(): void {
    if (this.#sentSincePing) return;
    this.#sentSincePing = true;
    if (this.#pingSentMs === undefined) this.#beatWithin(this.#probeMs);
  }

  /** Notes the answer to a ping. */
  answered(): void {
    this.#pingSentMs = undefined;
    if (this.#sentSincePing) this.#beatWithin(this.#probeMs);
  }

  /** Ends the watch. */
  stop(): void {
    this.#cancel?.();
  }

  #arm(delayMs: number): void {
    this.#cancel?.();
    this.#beatDueMs = this.#wheel.elapsedMs + delayMs;
    this.#cancel = this.#wheel.schedule(delayMs, () => this.#beat());
  }

  #beatWithin(delayMs: number): void {
    const isSooner = this.#beatDueMs > this.#wheel.elapsedMs + delayMs;
    if (this.#connection.open && isSooner) this.#arm(delayMs);
  }

  /** Sends a heartbeat if nothing was written for the interval, and a ping unless one is under way. */
  #beat(): void {
    const { clock, settings } = this.#options;
    const connection = this.#connection;
    if (!connection.open) return;
    const now = clock.elapsed();
    const unansweredMs = this.lagMs;
    if (unansweredMs >= settings.slowReaderMs) {
      const isBehind = this.#pingBehindFrames || this.#sentSincePing;
      if (isBehind || connection.pendingBytes > 0) connection.tooSlow(unansweredMs);
      else connection.silent();
      return;
    }
    if (this.#pingSentMs === undefined) {
      this.#pingSentMs = now;
      this.#pingBehindFrames = this.#sentSincePing;
      this.#sentSincePing = false;
      connection.ping();
    }
    const idleMs = now - this.#lastSentMs;
    if (idleMs >= settings.heartbeatMs) connection.heartbeat();
    const untilHeartbeat = settings.heartbeatMs - (clock.elapsed() - this.#lastSentMs);
    const untilTooSlow = this.#pingSentMs + settings.slowReaderMs - now;
    this.#arm(Math.max(Math.min(untilHeartbeat, untilTooSlow), 1));
  }
}
