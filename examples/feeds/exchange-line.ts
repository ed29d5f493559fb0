// A venue's end of a connection, with what can go wrong on the way to the client.

import type { Clock } from "@specwright/runtime";
import { FaultyLine, type LineFault } from "./faulty-line.ts";
import type { BookTruth, SimulatedClient } from "./simulator.ts";

/** The way from a venue to one client, with timers that end together with it. */
export class ExchangeLine {
  readonly #line: FaultyLine;
  readonly #clock: Clock;
  readonly #ended: () => void;
  readonly #timers = new Set<() => void>();

  /** `ended` is called once the connection has ended, by whomever. */
  constructor(client: SimulatedClient, clock: Clock, ended: () => void) {
    this.#line = new FaultyLine(client);
    this.#clock = clock;
    this.#ended = ended;
  }

  /** Whether the connection has not ended. */
  get open(): boolean {
    return this.#line.open;
  }

  /** Sends a frame that is neither numbered nor about a book. */
  send(text: string): void {
    this.#line.send({ text, truths: [], faultable: false });
  }

  /** Sends a numbered frame or one about a book, which faults of frames concern. */
  sendNumbered(text: string, truths: readonly BookTruth[]): void {
    this.#line.send({ text, truths, faultable: true });
  }

  /** Sends a ping frame. */
  ping(payload: string): void {
    this.#line.ping(payload);
  }

  /** Prepares a fault of a frame. */
  queue(fault: LineFault): void {
    this.#line.prepare(fault);
  }

  /** Reports, once for each, whether the next update of a book has to be corrupted. */
  takesCorruption(): boolean {
    return this.#line.takes("corrupt");
  }

  /** Sends nothing any more, but stays open. */
  stall(): void {
    this.#line.stall();
  }

  /** Ends the connection; 1006 stands for an end without a close frame. */
  close(code: number, reason: string): void {
    if (!this.open) return;
    this.#finish();
    this.#line.close(code, reason);
  }

  /** Takes note that the connection has ended. */
  end(): void {
    if (!this.open) return;
    this.#line.end();
    this.#finish();
  }

  /** Calls `run` after `delayMs` unless the connection ends or the result is called before. */
  after(delayMs: number, run: () => void): () => void {
    const cancel = this.#clock.setTimer(delayMs, () => {
      this.#timers.delete(cancel);
      run();
    });
    this.#timers.add(cancel);
    return () => {
      this.#timers.delete(cancel);
      cancel();
    };
  }

  /** Calls `run` every `intervalMs` until the connection ends. */
  every(intervalMs: number, run: () => void): void {
    this.after(intervalMs, () => {
      run();
      if (this.open) this.every(intervalMs, run);
    });
  }

  #finish(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#ended();
  }
}
