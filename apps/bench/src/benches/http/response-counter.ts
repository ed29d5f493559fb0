// Just enough HTTP to detect the end of a response, so that the clients take little time from the servers.

const HEAD_END = Buffer.from("\r\n\r\n");
const LENGTH = /\r\ncontent-length: *(\d+)/i;

/** Counts the responses of one connection. */
export class ResponseCounter {
  readonly #answered: (status: number) => void;
  #rest: Buffer = Buffer.alloc(0);
  /** The remaining bytes of the current body. */
  #missing = 0;
  #status = 0;

  constructor(answered: (status: number) => void) {
    this.#answered = answered;
  }

  /** Processes a chunk. Throws for a response whose head does not state its length. */
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
    // A 304 has no body, whatever length it states.
    const length = this.#status === 304 ? 0 : LENGTH.exec(head)?.[1];
    if (length === undefined) throw new Error(`no Content-Length: ${head}`);
    this.#missing = Number(length);
    if (this.#missing === 0) this.#answered(this.#status);
  }
}
