// The number of frames that a socket has not sent yet, derived from its pending bytes. Almost all writes
// are sent at once, and need no accounting.

interface Mark {
  /** The number of bytes that the connection had written after these frames. */
  readonly end: number;
  readonly count: number;
}

/** Counts the pending frames of one socket. */
export class PendingFrames {
  /**
   * The number of frames of all recorded writes. Writes that are not recorded were sent at once.
   */
  #written = 0;
  #count = 0;
  #marks: Mark[] = [];

  /** Records a write after which some of its bytes are pending. */
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
   * Returns the number of frames that were not completely sent. Other data on the socket, such as
   * pings, can make a frame count as pending for slightly too long.
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
