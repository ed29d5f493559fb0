const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];
const MAX_DEPTH = 256;

/** Moves over the bytes of JSON text. Each method returns the index after what it read, or -1. */
export class JsonBytes {
  bytes: Uint8Array = new Uint8Array();
  /** Whether the string that was skipped last has escapes. */
  escaped = false;

  skipSpace(from: number): number {
    const { bytes } = this;
    let at = from;
    while (isSpace(bytes[at])) at += 1;
    return at;
  }

  /** Skips a colon with the space around it. */
  skipColon(from: number): number {
    const at = this.skipSpace(from);
    return this.bytes[at] === COLON ? this.skipSpace(at + 1) : -1;
  }

  /** Skips a string, beginning at its quote. */
  skipString(from: number): number {
    const { bytes } = this;
    this.escaped = false;
    for (let at = from + 1; ; at += 1) {
      const byte = bytes[at];
      if (byte === QUOTE) return at + 1;
      if (byte === BACKSLASH) {
        this.escaped = true;
        at += 1;
      } else if (byte === undefined || byte < 0x20) return -1;
    }
  }

  /** Skips `true`, `false` or `null`. */
  skipWord(from: number, word: string): number {
    for (let at = 0; at < word.length; at += 1) {
      if (this.bytes[from + at] !== word.charCodeAt(at)) return -1;
    }
    return from + word.length;
  }

  skipNumber(from: number): number {
    let at = from;
    if (this.bytes[at] === 0x2d) at += 1;
    const whole = this.#skipDigits(at);
    if (whole === at || (this.bytes[at] === 0x30 && whole > at + 1)) return -1;
    at = whole;
    if (this.bytes[at] === 0x2e) {
      const end = this.#skipDigits(at + 1);
      if (end === at + 1) return -1;
      at = end;
    }
    const byte = this.bytes[at];
    if (byte !== 0x65 && byte !== 0x45) return at;
    at += 1;
    if (this.bytes[at] === 0x2b || this.bytes[at] === 0x2d) at += 1;
    const end = this.#skipDigits(at);
    return end === at ? -1 : end;
  }

  /** Skips a value, however deep it is nested up to a limit. */
  skipValue(from: number, depth: number): number {
    const first = this.bytes[from];
    switch (first) {
      case QUOTE:
        return this.skipString(from);
      case OPEN_OBJECT:
        return this.#skipObject(from, depth);
      case OPEN_ARRAY:
        return this.#skipArray(from, depth);
      case 0x74:
        return this.skipWord(from, "true");
      case 0x66:
        return this.skipWord(from, "false");
      case 0x6e:
        return this.skipWord(from, "null");
      default:
        return this.skipNumber(from);
    }
  }

  #skipDigits(from: number): number {
    let at = from;
    for (;;) {
      const digit = (this.bytes[at] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) return at;
      at += 1;
    }
  }

  #skipArray(from: number, depth: number): number {
    if (depth >= MAX_DEPTH) return -1;
    let at = this.skipSpace(from + 1);
    if (this.bytes[at] === CLOSE_ARRAY) return at + 1;
    for (;;) {
      at = this.skipValue(at, depth + 1);
      if (at < 0) return -1;
      at = this.skipSpace(at);
      if (this.bytes[at] === COMMA) at = this.skipSpace(at + 1);
      else return this.bytes[at] === CLOSE_ARRAY ? at + 1 : -1;
    }
  }

  #skipObject(from: number, depth: number): number {
    if (depth >= MAX_DEPTH) return -1;
    let at = this.skipSpace(from + 1);
    if (this.bytes[at] === CLOSE_OBJECT) return at + 1;
    for (;;) {
      if (this.bytes[at] !== QUOTE) return -1;
      at = this.skipString(at);
      if (at < 0) return -1;
      at = this.skipColon(at);
      if (at < 0) return -1;
      at = this.skipValue(at, depth + 1);
      if (at < 0) return -1;
      at = this.skipSpace(at);
      if (this.bytes[at] === COMMA) at = this.skipSpace(at + 1);
      else return this.bytes[at] === CLOSE_OBJECT ? at + 1 : -1;
    }
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
