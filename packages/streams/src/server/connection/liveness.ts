// Heartbeats and pings of one connection. A ping is sent after frames, so the time until its pong
// shows how far behind the client is, even if the system buffers megabytes.

import type { ConnectionHost } from "./connection-host.ts";
import type { WheelSlot, WheelTask } from "./timing-wheel.ts";

/**
 * The number of pings that the server sends within the time that a reader may lag, if it sends
 * frames.
 */
const PROBES = 16;

/** The connection whose liveness is watched. */
export interface WatchedConnection {
  readonly open: boolean;
  readonly pendingBytes: number;
  sendPing(): void;
  /** Called when nothing was written for the heartbeat interval. */
  heartbeat(): void;
  /** Called when a ping after frames was not answered for too long, in milliseconds. */
  tooSlow(unansweredMs: number): void;
  /**
   * Called when a client has not answered a ping that follows no frames, or has sent nothing at
   * all, for too long.
   */
  silent(): void;
  /** Called when the connection has reached the maximum age that the contract allows. */
  expire(): void;
}

/** Watches one connection: triggers heartbeats, and detects readers that are too slow. */
export class Liveness implements WheelTask {
  readonly #host: ConnectionHost;
  readonly #connection: WatchedConnection;
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
  #slot: WheelSlot | undefined;

  constructor(host: ConnectionHost, connection: WatchedConnection) {
    this.#host = host;
    this.#connection = connection;
    this.#startedMs = host.clock.elapsed();
    this.#lastSentMs = this.#startedMs;
    this.#lastHeardMs = this.#startedMs;
  }

  /** How long the pending ping has been unanswered, in milliseconds; 0 if no ping is pending. */
  get lagMs(): number {
    const sentMs = this.#pingSentMs;
    return sentMs === undefined ? 0 : this.#host.clock.elapsed() - sentMs;
  }

  /** Starts the watch. */
  start(): void {
    this.#armTimer(Math.min(this.#host.heartbeatMs, this.#untilLimit(this.#startedMs)));
  }

  /** Records that the client has sent data. */
  heard(): void {
    this.#lastHeardMs = this.#host.wheel.elapsedMs;
  }

  /** Records that the server has sent data. */
  wrote(): void {
    // The time of the wheel may be up to one tick early. The heartbeat is then early by the same time.
    this.#lastSentMs = this.#host.wheel.elapsedMs;
  }

  /** Records that frames are about to be sent, after which a ping must follow soon. */
  expectFrames(): void {
    if (this.#sentSincePing) return;
    this.#sentSincePing = true;
    if (this.#pingSentMs === undefined) this.#probeSoon();
  }

  /** Records the answer to a ping; returns whether one was pending. */
  answered(): boolean {
    this.heard();
    if (this.#pingSentMs === undefined) return false;
    this.#pingSentMs = undefined;
    if (this.#sentSincePing) this.#probeSoon();
    return true;
  }

  /** Ends the watch. */
  stop(): void {
    if (this.#slot !== undefined) this.#host.wheel.cancel(this.#slot, this);
    this.#slot = undefined;
  }

  /** Schedules the next check of the connection; an infinite delay schedules none. */
  #armTimer(delayMs: number): void {
    const { wheel } = this.#host;
    this.stop();
    this.#beatDueMs = wheel.elapsedMs + delayMs;
    if (delayMs !== Number.POSITIVE_INFINITY) this.#slot = wheel.schedule(delayMs, this);
  }

  #probeSoon(): void {
    const { wheel, settings } = this.#host;
    const delayMs = settings.slowReaderMs / PROBES;
    const isProbeFirst = this.#beatDueMs > wheel.elapsedMs + delayMs;
    if (this.#connection.open && isProbeFirst) this.#armTimer(delayMs);
  }

  /**
   * Sends a heartbeat if nothing was written for the interval, and a ping unless one is pending.
   */
  run(): void {
    const { clock, settings, heartbeatMs } = this.#host;
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
      connection.sendPing();
    }
    const idleMs = now - this.#lastSentMs;
    if (idleMs >= heartbeatMs) {
      // If no heartbeat is sent now, the next attempt follows after one interval.
      this.wrote();
      connection.heartbeat();
    }
    const untilHeartbeat = heartbeatMs - (clock.elapsed() - this.#lastSentMs);
    const untilTooSlow = this.#pingSentMs + settings.slowReaderMs - now;
    this.#armTimer(Math.max(Math.min(untilHeartbeat, untilTooSlow, this.#untilLimit(now)), 1));
  }

  /** Returns the time until a limit of the contract is reached. */
  #untilLimit(now: number): number {
    const { silentMs } = this.#host.life;
    const untilSilent = silentMs === undefined ? Infinity : this.#lastHeardMs + silentMs - now;
    return Math.min(untilSilent, this.#untilAge(now));
  }

  #untilAge(now: number): number {
    const { maxAgeMs } = this.#host.life;
    return maxAgeMs === undefined ? Infinity : this.#startedMs + maxAgeMs - now;
  }
}
