// This file replaces a library such as busboy, which needs Node streams. This splitter also runs in
// browsers and on servers without Node, and returns the parts in the order in which they were sent.

import { type PartHead, readHead } from "./part-head.ts";

/** A part of a multipart body. */
export interface Part extends PartHead {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The maximum size of the headers of a part, in bytes. */
const MAX_HEAD_BYTES = 16 * 1024;

const [LINE_FEED, RETURN, SPACE, TAB, DASH] = [0x0a, 0x0d, 0x20, 0x09, 0x2d];
const LINE_END = Uint8Array.of(RETURN, LINE_FEED);
const HEAD_END = Uint8Array.of(RETURN, LINE_FEED, RETURN, LINE_FEED);

/**
 * Splits a multipart body (RFC 2046, section 5.1) into its parts while its bytes arrive. The bytes of a
 * part are views of pushed bytes or of a copy that is never overwritten.
 */
export class PartSplitter {
  readonly #delimiter: Uint8Array;
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  /** The start of the bytes that are not split yet. Their end is `#to`. */
  #from = 0;
  #to = 0;
  /** The position at which the search for the next delimiter continues. */
  #searched = 0;
  #isInside = false;
  #status: PartSplitter["status"] = "open";

  constructor(boundary: string) {
    this.#delimiter = new TextEncoder().encode(`\r\n--${boundary}`);
  }

  /**
   * Whether more parts may follow. If the status is still `open` at the end of a body, the body was cut
   * off.
   */
  get status(): "open" | "complete" | "malformed" {
    return this.#status;
  }

  /** The number of bytes that are not part of any returned part yet. */
  get pendingBytes(): number {
    return this.#to - this.#from;
  }

  /** Adds bytes. */
  push(bytes: Uint8Array<ArrayBuffer>): void {
    const pending = this.pendingBytes;
    if (pending === 0) {
      this.#useBuffer(bytes, bytes.byteLength);
      return;
    }
    if (this.#to + bytes.byteLength > this.#bytes.byteLength) {
      const larger = new Uint8Array(2 * (pending + bytes.byteLength));
      larger.set(this.#bytes.subarray(this.#from, this.#to));
      this.#useBuffer(larger, pending);
    }
    this.#bytes.set(bytes, this.#to);
    this.#to += bytes.byteLength;
  }

  #useBuffer(bytes: Uint8Array<ArrayBuffer>, length: number): void {
    this.#searched = Math.max(0, this.#searched - this.#from);
    this.#bytes = bytes;
    this.#from = 0;
    this.#to = length;
  }

  /**
   * Returns the next part. Undefined if the part has not arrived completely, or if there are no more parts.
   */
  next(): Part | undefined {
    if (this.#status !== "open") return undefined;
    if (!this.#isInside && !this.#enterPart()) return undefined;
    const end = this.#find(this.#delimiter, this.#searched);
    if (end === -1) {
      this.#searched = Math.max(this.#from, this.#to - this.#delimiter.byteLength);
      return undefined;
    }
    const part = this.#readPart(this.#from, end);
    this.#isInside = false;
    this.#from = end;
    this.#searched = end;
    if (part === undefined) this.#status = "malformed";
    return part;
  }

  /** Moves past the next delimiter. Returns whether a part follows the delimiter. */
  #enterPart(): boolean {
    const delimiter = this.#delimiter;
    // No line break needs to precede the first delimiter.
    const isFirst = this.#startsWith(delimiter.subarray(2), this.#from);
    const at = isFirst ? this.#from - 2 : this.#find(delimiter, this.#searched);
    if (at === -1) {
      this.#searched = Math.max(this.#from, this.#to - delimiter.byteLength);
      return false;
    }
    let after = at + delimiter.byteLength;
    if (after + 2 > this.#to) return false;
    if (this.#bytes[after] === DASH && this.#bytes[after + 1] === DASH) {
      this.#status = "complete";
      return false;
    }
    while (this.#bytes[after] === SPACE || this.#bytes[after] === TAB) after += 1;
    if (after + 2 > this.#to) return false;
    if (!this.#startsWith(LINE_END, after)) {
      this.#status = "malformed";
      return false;
    }
    // Keeps the line end, because it may be the first of the two line ends that end the headers.
    this.#from = after;
    this.#searched = after;
    this.#isInside = true;
    return true;
  }

  /** Reads a part. Its bytes begin at the line end after one delimiter and end at the next delimiter. */
  #readPart(start: number, end: number): Part | undefined {
    const headEnd = this.#find(HEAD_END, start);
    if (headEnd === -1 || headEnd > end || headEnd - start > MAX_HEAD_BYTES) return undefined;
    const head = readHead(this.#bytes.subarray(start + LINE_END.byteLength, headEnd));
    const from = headEnd + HEAD_END.byteLength;
    return head && { ...head, bytes: this.#bytes.subarray(from, Math.max(from, end)) };
  }

  #find(wanted: Uint8Array, start: number): number {
    const last = this.#to - wanted.byteLength;
    for (let at = start; at <= last; at += 1) {
      at = this.#bytes.indexOf(wanted[0] ?? 0, at);
      if (at === -1 || at > last) return -1;
      if (this.#startsWith(wanted, at)) return at;
    }
    return -1;
  }

  #startsWith(wanted: Uint8Array, at: number): boolean {
    return (
      at + wanted.byteLength <= this.#to && wanted.every((byte, i) => this.#bytes[at + i] === byte)
    );
  }
}
