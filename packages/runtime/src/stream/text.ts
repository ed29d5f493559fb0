// Texts that the contract fixes, stored as numbers. They are compared with the input, and written to the
// output, eight bytes at a time.

/**
 * An ASCII text of at most 32 characters, as numbers. `a` contains a text of up to 8 characters, padded
 * with spaces. `a` and `d`, which may overlap, contain a text of up to 16 characters. A longer text needs
 * all four words.
 */
export interface Text {
  /** Bytes 0 to 7, as a double. The double is never NaN, because an engine may change the bytes of NaN. */
  readonly a: number;
  /** Bytes 8 to 15. */
  readonly b: number;
  /** The eight bytes before the last eight. */
  readonly c: number;
  /** The last eight bytes. */
  readonly d: number;
  /** Bytes 0 to 3, as a 32-bit integer. */
  readonly head: number;
  /** The last four bytes, as a 32-bit integer. */
  readonly tail: number;
  /** The number of bytes. */
  readonly length: number;
}

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();

const byteArray: Uint8Array<ArrayBuffer> = /* @__PURE__ */ new Uint8Array(32);

const bytes: DataView = /* @__PURE__ */ new DataView(byteArray.buffer);

/** Prepares an ASCII text of at most 32 characters. */
export function text(characters: string): Text {
  const { length } = characters;
  // A module prepares hundreds of texts during import. For short texts, one call is then faster than a
  // loop.
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
