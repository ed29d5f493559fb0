// How many frames a socket has not taken yet, worked out from how many bytes it has not: a write
// that is taken at once, as nearly all are, then costs nothing to account for.

import type { FrameBatch } from "./frame-batch.ts";

interface Mark {
  /** Bytes written up to the end of its frames. */
  readonly end: number;
  readonly count: number;
}

/** Counts the frames of one socket that are in flight. */
export class PendingFrames {
  /** Of the writes that it was told of; all others were taken at once. */
  #written = 0;
  #count = 0;
  #marks: Mark[] = [];

  /** Notes what was just written, of which some bytes at least are in flight. */
  add({ bytes, count }: FrameBatch): void {
    this.#written += bytes.byteLength;
    this.#marks.push({ end: this.#written, count });
    this.#count += count;
  }

  /**
   * Counts the frames that are not taken whole. What else was written to the socket, such as pings,
   * makes frames count for some bytes longer, until nothing is in flight.
   */
  count(pendingBytes: number): number {
    const taken = this.#written - pendingBytes;
    let done = 0;
    for (const { end, count } of this.#marks) {
      if (end > taken) break;
      this.#count -= count;
      done += 1;
    }
    if (done > 0) this.#marks.splice(0, done);
    return this.#count;
  }
}
