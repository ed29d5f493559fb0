// Texts that the contract fixes, as numbers: they are compared with the bytes that are read, and
// stored into the bytes that are written, eight at a time.

/**
 * A text of at most 32 characters of ASCII as numbers. A text of up to eight characters stands in
 * `a`, with spaces behind it; one of up to sixteen in `a` and `d`, which may overlap; a longer one
 * takes all four words.
 */
export interface Text {
  /** Bytes 0 to 7, as a double: never NaN, whose bytes an engine may change. */
  readonly a: number;
  /** Bytes 8 to 15. */
  readonly b: number;
  /** The eight bytes ahead of the last eight. */
  readonly c: number;
  /** The last eight bytes. */
  readonly d: number;
  /** Bytes 0 to 3, as an integer of 32 bits. */
  readonly head: number;
  /** The last four bytes, as an integer of 32 bits. */
  readonly tail: number;
  /** The number of bytes. */
  readonly length: number;
}

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();

const byteArray: Uint8Array<ArrayBuffer> = /* @__PURE__ */ new Uint8Array(32);

const bytes: DataView = /* @__PURE__ */ new DataView(byteArray.buffer);

/** Prepares a text of at most 32 characters of ASCII. */
export function text(characters: string): Text {
  const { length } = characters;
  // A module prepares hundreds when it is imported, and one call is faster than a loop then.
  encoder.encodeInto(characters.padEnd(8), byteArray);
  return {
    a: bytes.getFloat64(0, true),
    b: bytes.getFloat64(8, true),
    c: bytes.getFloat64(Math.max(0, length - 16), true),
    d: bytes.getFloat64(Math.max(0, length - 8), true),
    head: bytes.getInt32(0, true),
    tail: bytes.getInt32(Math.max(0, length - 4), true),
    length,
  };
}
