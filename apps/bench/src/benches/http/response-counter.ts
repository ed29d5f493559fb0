// Parses only as much of HTTP as is needed to find the end of a response. The clients thus need
// little processor time.

const HEAD_END = Buffer.from("\r\n\r\n");
const LENGTH = /\r\ncontent-length: *(\d+)/i;

/** Counts the responses of one connection. */
export class ResponseCounter {
  readonly #answered: (status: number) => void;
  #rest: Buffer = Buffer.alloc(0);
  /** How many bytes of the current body have not arrived yet. */
  #missing = 0;
  #status = 0;

  constructor(answered: (status: number) => void) {
    this.#answered = answered;
  }

  /**
   * Processes a chunk of bytes. Throws if the head of a response does not contain the length of the
   * body.
   */
  feed(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#missing > 0) {
        const taken = Math.min(this.#missing, bytes.length - at);
        this.#missing -= taken;
        at += taken;
        if (this.#missing === 0) this.#answered(this.#status);
        continue;
      }
      const head = Buffer.concat([this.#rest, bytes.subarray(at)]);
      const end = head.indexOf(HEAD_END);
      if (end === -1) {
        this.#rest = head;
        return;
      }
      at += end + HEAD_END.length - this.#rest.length;
      this.#rest = Buffer.alloc(0);
      this.#begin(head.toString("latin1", 0, end));
    }
  }

  #begin(head: string): void {
    this.#status = Number(head.slice(9, 12));
    // A 304 response has no body, even if its head contains a length.
    const length = this.#status === 304 ? 0 : LENGTH.exec(head)?.[1];
    if (length === undefined) throw new Error(`no Content-Length: ${head}`);
    this.#missing = Number(length);
    if (this.#missing === 0) this.#answered(this.#status);
  }
}
