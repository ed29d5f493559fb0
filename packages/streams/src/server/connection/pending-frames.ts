// Computes how many frames a socket has not sent yet, from its number of pending bytes. Most writes are
// sent at once and are not recorded.

interface Mark {
  /** The number of recorded bytes up to the end of these frames. */
  readonly end: number;
  readonly count: number;
}

/** Counts the pending frames of one socket. */
export class PendingFrames {
  /** The number of bytes of all recorded writes. */
  #written = 0;
  #count = 0;
  #marks: Mark[] = [];

  /** Records a write whose bytes were not all sent at once. */
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
   * Returns the number of frames that were not sent completely. Other data of the socket, such as pings,
   * can make this number slightly too high.
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
