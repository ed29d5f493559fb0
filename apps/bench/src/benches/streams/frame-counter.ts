// Counts the frames of one connection. A chunk may end anywhere in a frame.

/**
 * The minimum length of a payload in bytes. Shorter frames belong to the protocol of the peer, and
 * are not counted.
 */
const LEAST_PAYLOAD = 300;

/** Is called for every frame that is completely in one chunk. */
export type FrameSight = (chunk: Buffer, start: number, end: number) => void;

/** The first byte of a WebSocket ping. */
const PING = 0x89;

/** Counts the WebSocket frames of a connection. */
export class FrameCounter {
  readonly #saw: FrameSight;
  readonly #pinged: () => void;
  /** The first part of a header that continues in the next chunk. */
  #head: Buffer | undefined;
  /** How many bytes of the current payload have not arrived yet. */
  #left = 0;
  /** The length of the current payload. */
  #length = 0;
  #bytes = 0;

  constructor(saw: FrameSight, pinged: () => void) {
    this.#saw = saw;
    this.#pinged = pinged;
  }

  /** The total length of all payloads that have arrived. */
  get payloadBytes(): number {
    return this.#bytes;
  }

  /**
   * Processes a chunk. The caller may overwrite the chunk afterwards. Returns the number of data
   * frames that end in this chunk.
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
