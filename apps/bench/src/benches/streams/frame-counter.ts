// Counts what comes over one connection, however the chunks cut it.

/** Shorter frames are a protocol's own. */
const LEAST_PAYLOAD = 300;

/** Is told of every frame that lies in one chunk whole. */
export type FrameSight = (chunk: Buffer, start: number, end: number) => void;

/** The first byte of a ping. */
const PING = 0x89;

/** Counts the WebSocket frames of a connection. */
export class FrameCounter {
  readonly #saw: FrameSight;
  readonly #pinged: () => void;
  /** A header that a chunk cut. */
  #head: Buffer | undefined;
  /** Bytes of a payload yet to come. */
  #left = 0;
  /** The length of that payload. */
  #length = 0;
  #bytes = 0;

  constructor(saw: FrameSight, pinged: () => void) {
    this.#saw = saw;
    this.#pinged = pinged;
  }

  /** Gives the bytes of all payloads so far. */
  get payloadBytes(): number {
    return this.#bytes;
  }

  /** Takes a chunk, which may change afterwards; gives the number of data frames that it ended. */
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
