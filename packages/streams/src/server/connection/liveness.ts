// Heartbeats and pings of one connection. A ping is sent after frames, so the time until its pong
// shows how far behind the client is, even if the system buffers megabytes.

import type { Clock } from "@specwright/runtime";
import type { StreamServerSettings } from "../settings.ts";
import type { ChannelLife } from "./channel-life.ts";
import type { TimingWheel } from "./timing-wheel.ts";

/** The number of pings after frames within the time that a reader may lag. */
const PROBES = 16;

/** The connection whose liveness is watched. */
export interface WatchedConnection {
  readonly open: boolean;
  readonly pendingBytes: number;
  ping(): void;
  /** Called when nothing was written for the heartbeat interval. */
  heartbeat(): void;
  /** Called when a ping after frames was not answered for too long, in milliseconds. */
  tooSlow(unansweredMs: number): void;
  /** Called when a ping without frames before it was not answered for too long, or nothing was heard. */
  silent(): void;
  /** Called when the connection has reached the greatest age that the contract allows. */
  expire(): void;
}

/** Options of `Liveness`. */
export interface LivenessOptions {
  readonly wheel: TimingWheel;
  readonly clock: Clock;
  readonly settings: Pick<StreamServerSettings, "slowReaderMs">;
  readonly life: ChannelLife;
}

/** Watches one connection: triggers heartbeats, and finds readers that are too slow. */
export class Liveness {
  readonly #options: LivenessOptions;
  readonly #wheel: TimingWheel;
  readonly #connection: WatchedConnection;
  readonly #probeMs: number;
  /** The interval of heartbeats and pings. */
  readonly #heartbeatMs: number;
  readonly #startedMs: number;
  #lastSentMs: number;
  #lastHeardMs: number;
  /** When the pending ping was sent. */
  #pingSentMs: number | undefined;
  /** Whether new frames were sent before the pending ping. */
  #pingBehindFrames = false;
  #sentSincePing = false;
  /** When the next heartbeat is due, by the clock of the wheel. */
  #beatDueMs = Number.POSITIVE_INFINITY;
  #cancel: (() => void) | undefined;

  constructor(options: LivenessOptions, connection: WatchedConnection, heartbeatMs: number) {
    this.#options = options;
    this.#wheel = options.wheel;
    this.#connection = connection;
    this.#heartbeatMs = heartbeatMs;
    this.#probeMs = options.settings.slowReaderMs / PROBES;
    this.#startedMs = options.clock.elapsed();
    this.#lastSentMs = this.#startedMs;
    this.#lastHeardMs = this.#startedMs;
  }

  /** How long the pending ping has been unanswered, in milliseconds; 0 if there is none. */
  get lagMs(): number {
    const sentMs = this.#pingSentMs;
    return sentMs === undefined ? 0 : this.#options.clock.elapsed() - sentMs;
  }

  /** Starts the watch. */
  start(): void {
    this.#arm(Math.min(this.#heartbeatMs, this.#untilLimit(this.#startedMs)));
  }

  /** Records that something has arrived. */
  heard(): void {
    this.#lastHeardMs = this.#wheel.elapsedMs;
  }

  /** Records that something was written. */
  wrote(): void {
    // Up to one tick early, which makes a heartbeat that much early.
    this.#lastSentMs = this.#wheel.elapsedMs;
  }

  /** Records that frames are about to be sent, after which a ping must follow soon. */
  expectFrames(): void {
    if (this.#sentSincePing) return;
    this.#sentSincePing = true;
    if (this.#pingSentMs === undefined) this.#beatWithin(this.#probeMs);
  }

  /** Records the answer to a ping. */
  answered(): void {
    this.heard();
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

  /**
   * Sends a heartbeat if nothing was written for the interval, and a ping unless one is pending.
   */
  #beat(): void {
    const { clock, settings } = this.#options;
    const heartbeatMs = this.#heartbeatMs;
    const connection = this.#connection;
    if (!connection.open) return;
    const now = clock.elapsed();
    if (this.#untilLimit(now) <= 0) {
      if (this.#untilAge(now) <= 0) connection.expire();
      else connection.silent();
      return;
    }
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
    if (idleMs >= heartbeatMs) connection.heartbeat();
    const untilHeartbeat = heartbeatMs - (clock.elapsed() - this.#lastSentMs);
    const untilTooSlow = this.#pingSentMs + settings.slowReaderMs - now;
    this.#arm(Math.max(Math.min(untilHeartbeat, untilTooSlow, this.#untilLimit(now)), 1));
  }

  /** Returns the time until a limit of the contract is reached. */
  #untilLimit(now: number): number {
    const { silentMs } = this.#options.life;
    const untilSilent = silentMs === undefined ? Infinity : this.#lastHeardMs + silentMs - now;
    return Math.min(untilSilent, this.#untilAge(now));
  }

  #untilAge(now: number): number {
    const { maxAgeMs } = this.#options.life;
    return maxAgeMs === undefined ? Infinity : this.#startedMs + maxAgeMs - now;
  }
}
