// Sends the heartbeats and pings of a connection. Pings are sent after frames. The time until the client
// answers a ping shows how far behind the client is, even if the system buffers megabytes.

import type { ConnectionHost } from "./connection-host.ts";
import type { WheelSlot, WheelTask } from "./timing-wheel.ts";

/** If frames are sent all the time, this number of pings is sent within the time that a reader may lag. */
const PROBES = 16;

/** The parts of a connection that the watch uses. */
export interface WatchedConnection {
  readonly open: boolean;
  readonly pendingBytes: number;
  sendPing(): void;
  /** Called when nothing was sent for the heartbeat interval. */
  heartbeat(): void;
  /**
   * Called when a ping after frames was not answered in time. `unansweredMs` is the time since the ping.
   */
  tooSlow(unansweredMs: number): void;
  /**
   * Called when a ping without frames before it was not answered in time, or when the client has sent
   * nothing for too long.
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
  /** When the unanswered ping was sent. */
  #pingSentMs: number | undefined;
  /** Whether frames were sent before the unanswered ping. */
  #pingBehindFrames = false;
  #sentSincePing = false;
  /** When the next heartbeat is due, in the time of the wheel. */
  #beatDueMs = Number.POSITIVE_INFINITY;
  #slot: WheelSlot | undefined;

  constructor(host: ConnectionHost, connection: WatchedConnection) {
    this.#host = host;
    this.#connection = connection;
    this.#startedMs = host.clock.elapsed();
    this.#lastSentMs = this.#startedMs;
    this.#lastHeardMs = this.#startedMs;
  }

  /** The milliseconds since the unanswered ping was sent; 0 if all pings are answered. */
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
    // The time of the wheel may be one tick behind. The next heartbeat is then one tick early.
    this.#lastSentMs = this.#host.wheel.elapsedMs;
  }

  /** Records that frames are about to be sent, so that a ping must follow soon. */
  expectFrames(): void {
    if (this.#sentSincePing) return;
    this.#sentSincePing = true;
    if (this.#pingSentMs === undefined) this.#probeSoon();
  }

  /** Records the answer to a ping. Returns whether a ping was unanswered. */
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

  /** Schedules the next check. If the delay is infinite, schedules none. */
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

  /** Sends a heartbeat if it is due, and a ping unless one is unanswered. */
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
      // If no heartbeat is sent now, the next attempt is after an interval.
      this.wrote();
      connection.heartbeat();
    }
    const untilHeartbeat = heartbeatMs - (clock.elapsed() - this.#lastSentMs);
    const untilTooSlow = this.#pingSentMs + settings.slowReaderMs - now;
    this.#armTimer(Math.max(Math.min(untilHeartbeat, untilTooSlow, this.#untilLimit(now)), 1));
  }

  /** Returns the milliseconds until the earliest limit of the contract is reached. */
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
