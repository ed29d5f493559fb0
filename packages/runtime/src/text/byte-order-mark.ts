/**
 * Returns the bytes of a text in UTF-8 without the byte order mark that some senders put in front.
 * It is not part of a JSON text, and RFC 8259 lets a parser ignore it.
 */
export function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isMarked ? bytes.subarray(3) : bytes;
}

/** Returns a text without the byte order mark that some senders put in front of JSON. */
export function withoutTextMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}
