// Signs of life, and the end of connections that have none or are too old.

import type { Clock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { Timers } from "@specwright/runtime/transport";

/** What a watched connection can be told to do. */
export interface WatchedConnection {
  send(message: string): void;
  ping(): void;
  /** Ends it because nothing was heard for too long. */
  abandon(): void;
  /** Ends it because it has reached its age. */
  expire(): void;
}

/** The time without a sign after which a client is given up, in intervals of its heartbeat. */
const SILENT_INTERVALS = 2.5;

/** The clock of one connection. */
export class Liveness {
  readonly #clock: Clock;
  readonly #connection: WatchedConnection;
  readonly #timers: Timers;
  #sentMs: number;
  #heardMs: number;

  constructor(
    clock: Clock,
    { heartbeats = [], endings }: ChannelDescriptor,
    to: WatchedConnection,
  ) {
    this.#clock = clock;
    this.#timers = new Timers(clock);
    this.#connection = to;
    this.#sentMs = clock.elapsed();
    this.#heardMs = this.#sentMs;
    for (const beat of heartbeats) {
      if (beat.everyMs === undefined) continue;
      const limitMs = beat.everyMs * SILENT_INTERVALS;
      if (beat.from === "client") this.#watch(limitMs);
      else {
        const { message, answer, deadAfterMs = limitMs } = beat;
        if (message === undefined) this.#ping(beat.everyMs);
        else this.#beat(beat.everyMs, message);
        if (message === undefined || answer !== undefined) this.#watch(deadAfterMs);
      }
    }
    if (endings?.maxAgeMs !== undefined) this.#timers.after(endings.maxAgeMs, () => to.expire());
  }

  /** Records that a frame was sent. */
  sent(): void {
    this.#sentMs = this.#clock.elapsed();
  }

  /** Records that something was heard of the client. */
  heard(): void {
    this.#heardMs = this.#clock.elapsed();
  }

  /** Cancels all timers. */
  stop(): void {
    this.#timers.clear();
  }

  #ping(everyMs: number): void {
    this.#timers.after(everyMs, () => {
      this.#connection.ping();
      this.#ping(everyMs);
    });
  }

  /** Sends a message whenever nothing else was sent for a while. */
  #beat(everyMs: number, message: string): void {
    const dueMs = this.#sentMs + everyMs - this.#clock.elapsed();
    this.#timers.after(Math.max(dueMs, 1), () => {
      if (this.#clock.elapsed() - this.#sentMs >= everyMs) this.#connection.send(message);
      this.#beat(everyMs, message);
    });
  }

  #watch(limitMs: number): void {
    const dueMs = this.#heardMs + limitMs - this.#clock.elapsed();
    this.#timers.after(Math.max(dueMs, 1), () => {
      if (this.#clock.elapsed() - this.#heardMs >= limitMs) this.#connection.abandon();
      else this.#watch(limitMs);
    });
  }
}
