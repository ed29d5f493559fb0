// The number of frames that a socket has not sent yet, derived from its pending bytes. Almost all writes
// are sent at once, and need no accounting.

interface Mark {
  /** The total bytes written up to the end of its frames. */
  readonly end: number;
  readonly count: number;
}

/** Counts the pending frames of one socket. */
export class PendingFrames {
  /** The frames of recorded writes; all others were sent at once. */
  #written = 0;
  #count = 0;
  #marks: Mark[] = [];

  /** Records a write with at least some bytes pending. */
  add({
    bytes,
    count,
  }: {
    readonly bytes: { readonly byteLength: number };
    readonly count: number;
  }): void {
    this.#written += bytes.byteLength;
    this.#marks.push({ end: this.#written, count });
    this.#count += count;
  }

  /**
   * Returns the number of frames that were not completely sent. Other data on the socket, such as pings,
   * can make a frame count for slightly too long.
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
