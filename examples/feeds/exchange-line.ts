// A venue's end of a connection, with what can go wrong on the way to the client.

import type { Clock } from "@specwright/runtime";
import type { BookTruth, SimulatedClient } from "./simulator.ts";

/** What can go wrong with the next numbered frame. */
export type FrameFault = "drop" | "double" | "reorder" | "corrupt";

/** Which misbehaviours concern single frames. */
export const frameFaults: ReadonlySet<string> = new Set<FrameFault>([
  "drop",
  "double",
  "reorder",
  "corrupt",
]);

interface Frame {
  readonly text: string;
  readonly truths: readonly BookTruth[];
}

/** The way from a venue to one client. It ends once, with all its timers. */
export class FaultyLine {
  readonly #client: SimulatedClient;
  readonly #clock: Clock;
  readonly #ended: () => void;
  readonly #timers = new Set<() => void>();
  readonly #faults: FrameFault[] = [];
  #held: Frame | undefined;
  #stalled = false;
  #open = true;

  /** `ended` is called once the connection has ended, by whomever. */
  constructor(client: SimulatedClient, clock: Clock, ended: () => void) {
    this.#client = client;
    this.#clock = clock;
    this.#ended = ended;
  }

  /** Whether the connection has not ended. */
  get open(): boolean {
    return this.#open;
  }

  /** Sends a frame that is neither numbered nor about a book. */
  send(text: string): void {
    this.#deliver({ text, truths: [] });
  }

  /** Sends a numbered frame or one about a book, which faults of frames concern. */
  sendNumbered(text: string, truths: readonly BookTruth[]): void {
    const frame = { text, truths };
    const held = this.#held;
    if (held !== undefined) {
      this.#held = undefined;
      this.#deliver(frame);
      this.#deliver(held);
    } else if (this.#takes("drop")) {
      // It is lost.
    } else if (this.#takes("double")) {
      this.#deliver(frame);
      this.#deliver(frame);
    } else if (this.#takes("reorder")) {
      this.#held = frame;
    } else {
      this.#deliver(frame);
    }
  }

  /** Sends a ping frame. */
  ping(payload: string): void {
    if (this.#open && !this.#stalled) this.#client.ping(payload);
  }

  /** Queues a fault of a frame. Faults happen in the order in which they were queued. */
  queue(fault: FrameFault): void {
    this.#faults.push(fault);
  }

  /** Reports, once for each, whether the next update of a book has to be corrupted. */
  takesCorruption(): boolean {
    return this.#takes("corrupt");
  }

  /** Sends nothing any more, but stays open. */
  stall(): void {
    this.#stalled = true;
  }

  /** Ends the connection; 1006 stands for an end without a close frame. */
  close(code: number, reason: string): void {
    if (!this.#open) return;
    this.end();
    this.#client.closed(code, reason);
  }

  /** Takes note that the connection has ended. */
  end(): void {
    if (!this.#open) return;
    this.#open = false;
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#ended();
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
      if (this.#open) this.every(intervalMs, run);
    });
  }

  #takes(fault: FrameFault): boolean {
    if (this.#faults[0] !== fault) return false;
    this.#faults.shift();
    return true;
  }

  #deliver({ text, truths }: Frame): void {
    if (this.#open && !this.#stalled) this.#client.frame(text, truths);
  }
}
