// Counts the frames of one connection, however they are split into chunks.

/** Shorter frames belong to the protocol of the peer. */
const LEAST_PAYLOAD = 300;

/** Receives every frame that lies completely within one chunk. */
export type FrameSight = (chunk: Buffer, start: number, end: number) => void;

/** The first byte of a ping. */
const PING = 0x89;

/** Counts the WebSocket frames of a connection. */
export class FrameCounter {
  readonly #saw: FrameSight;
  readonly #pinged: () => void;
  /** A header that a chunk boundary has split. */
  #head: Buffer | undefined;
  /** The remaining bytes of a payload. */
  #left = 0;
  /** The length of that payload. */
  #length = 0;
  #bytes = 0;

  constructor(saw: FrameSight, pinged: () => void) {
    this.#saw = saw;
    this.#pinged = pinged;
  }

  /** The total bytes of all payloads so far. */
  get payloadBytes(): number {
    return this.#bytes;
  }

  /**
   * Processes a chunk, which may change afterwards; returns the number of data frames that it
   * completed.
   */
  feed(given: Buffer): number {
    const chunk = this.#head === undefined ? given : Buffer.concat([this.#head, given]);
    this.#head = undefined;
    const cut = Math.min(this.#left, chunk.length);
    this.#left -= cut;
    this.#bytes += cut;
    let ended = cut > 0 && this.#left === 0 && this.#length >= LEAST_PAYLOAD ? 1 : 0;
    let at = cut;
    while (at < chunk.length) {
      const short = (chunk[at + 1] ?? 0) & 127;
      const size = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (chunk.length - at < size) {
        this.#head = Buffer.from(chunk.subarray(at));
        break;
      }
      const length =
        short < 126 ? short : size === 4 ? chunk.readUInt16BE(at + 2) : chunk.readUInt32BE(at + 6);
      if (chunk[at] === PING) this.#pinged();
      const start = at + size;
      at = start + length;
      if (at > chunk.length) {
        this.#left = at - chunk.length;
        this.#length = length;
        this.#bytes += chunk.length - start;
        break;
      }
      this.#bytes += length;
      if (length >= LEAST_PAYLOAD) {
        ended += 1;
        this.#saw(chunk, start, at);
      }
    }
    return ended;
  }
}
