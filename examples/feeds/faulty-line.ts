// The way of frames to a client, with the faults that every venue can have.

import type { BookTruth, SimulatedClient } from "./simulator.ts";

/** A frame to be sent. */
export interface OutgoingFrame {
  readonly text: string;
  readonly truths: readonly BookTruth[];
  /** Whether it has a number or is about a book, so that a fault of the line may concern it. */
  readonly faultable: boolean;
  /** The text with another quantity of a level that the checksum covers, if it has one. */
  readonly corrupted?: string;
}

/** Faults that concern the next frame to which they apply, once. */
export type LineFault = "drop" | "double" | "reorder" | "corrupt";

const LINE_FAULTS: readonly string[] = ["drop", "double", "reorder", "corrupt"];

/** Reports whether a misbehaviour is a fault of a line. */
export function isLineFault(kind: string): kind is LineFault {
  return LINE_FAULTS.includes(kind);
}

/** Sends frames to a client until it is closed. */
export class FaultyLine {
  readonly #client: SimulatedClient;
  readonly #faults = new Set<string>();
  #held: OutgoingFrame | undefined;
  #stalled = false;
  #open = true;

  constructor(client: SimulatedClient) {
    this.#client = client;
  }

  /** Reports whether the connection is open. */
  get open(): boolean {
    return this.#open;
  }

  /** Sends a frame, unless a fault is due. */
  send(frame: OutgoingFrame): void {
    if (!this.#open || this.#stalled) return;
    if (frame.corrupted !== undefined && this.#faults.delete("corrupt")) {
      this.#deliver({ ...frame, text: frame.corrupted });
    } else if (!frame.faultable) {
      this.#deliver(frame);
    } else if (this.#held !== undefined) {
      const earlier = this.#held;
      this.#held = undefined;
      this.#deliver(frame);
      this.#deliver(earlier);
    } else if (this.#faults.delete("reorder")) {
      this.#held = frame;
    } else if (!this.#faults.delete("drop")) {
      this.#deliver(frame);
      if (this.#faults.delete("double")) this.#deliver(frame);
    }
  }

  /** Prepares a fault. */
  prepare(fault: LineFault): void {
    this.#faults.add(fault);
  }

  /** Takes a prepared fault. Returns false if it was not prepared. */
  takes(fault: LineFault): boolean {
    return this.#faults.delete(fault);
  }

  /** Sends a ping frame. */
  ping(payload: string): void {
    if (this.#open && !this.#stalled) this.#client.ping(payload);
  }

  /** Sends nothing from now on, and stays open. */
  stall(): void {
    this.#stalled = true;
  }

  /** Closes the connection; with code 1006, it is cut. */
  close(code: number, reason: string): void {
    if (!this.#open) return;
    this.#open = false;
    this.#client.closed(code, reason);
  }

  /** Takes note that the client has closed. */
  end(): void {
    this.#open = false;
  }

  #deliver(frame: OutgoingFrame): void {
    this.#client.frame(frame.text, frame.truths);
  }
}
