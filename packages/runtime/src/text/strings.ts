// `String.prototype.isWellFormed` and `toWellFormed` need ES2024. A project with generated code may compile
// for an older target.

/** A surrogate without its pair. */
const loneSurrogate = /[\ud800-\udfff]/u;
const loneSurrogates = /[\ud800-\udfff]/gu;

/** Reports whether a text has no unpaired surrogate. */
export function isWellFormed(text: string): boolean {
  return !loneSurrogate.test(text);
}

/** Replaces each unpaired surrogate with the replacement character. */
export function toWellFormed(text: string): string {
  return text.replace(loneSurrogates, "\ufffd");
}

/** Cuts a text to at most `most` bytes of UTF-8, and marks the cut. */
export function cutBytes(text: string, most: number): string {
  if (byteLength(text) <= most) return text;
  let end = Math.min(text.length, most);
  while (byteLength(toWellFormed(text.slice(0, end))) > most) end -= 1;
  return `${toWellFormed(text.slice(0, end))}…`;
}

/** Counts the bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

/**
 * The charsets whose characters are those of Unicode with the same codes, apart from control characters.
 */
const LATIN1: ReadonlySet<string> = new Set(["us-ascii", "ascii", "iso-8859-1", "latin1"]);

/**
 * Encodes a text in a charset. For UTF-8, returns the text unchanged. Returns undefined if the
 * charset is neither ASCII nor Latin-1, or lacks a character of the text.
 */
export function encodeText(
  text: string,
  charset: string = "utf-8",
): string | Uint8Array<ArrayBuffer> | undefined {
  if (charset === "utf-8" || charset === "utf8") return text;
  const isAscii = charset.endsWith("ascii");
  const pattern = isAscii ? /^[\0-\x7f]*$/ : /^[\0-\x7f\xa0-\xff]*$/;
  if (!LATIN1.has(charset) || !pattern.test(text)) return undefined;
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/**
 * Returns the bytes of a text in UTF-8 without a byte order mark. Some senders add a mark. It is not part
 * of a JSON text, and RFC 8259 lets a parser ignore it.
 */
export function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isMarked ? bytes.subarray(3) : bytes;
}

/** Returns a text without a byte order mark, which some senders put before JSON. */
export function withoutTextMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

// In an engine, a string that a codec cuts from a text is a slice, which keeps the whole text in memory.

const node: typeof import("node:buffer") | undefined = /* @__PURE__ */ nodeBuffer();

/** The shortest string that may be a slice. Engines copy shorter strings. */
const SHORTEST_SLICE = 13;

const beyondLatin1 = /[\u0100-\uffff]/;

/**
 * Copies a decoded value, or a string of a decoded value, so that the copy does not keep the text of its
 * frame in memory. Use it for values that you store: without it, an order id of 36 characters from a frame
 * of 700 bytes keeps all 700 bytes in memory. Arrays and plain objects are copied at every depth; numbers,
 * bigints and instances of classes are kept. Takes about 0.1 µs for each string of 13 characters or more,
 * and no time for shorter strings.
 */
export function detach<T>(value: T): T;
export function detach(value: unknown): unknown {
  if (typeof value === "string") {
    return value.length < SHORTEST_SLICE ? value : copyText(value);
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => detach(item));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return value;
  // `fromEntries` defines own properties, even for `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, detach(member)]));
}

function copyText(text: string): string {
  // Outside of Node, this line copies the string: an engine builds a new text from a concatenation before
  // it cuts the text.
  if (node === undefined) return ` ${text}`.slice(1);
  const encoding = beyondLatin1.test(text) ? "utf16le" : "latin1";
  return node.Buffer.from(text, encoding).toString(encoding);
}

function nodeBuffer(): typeof import("node:buffer") | undefined {
  return globalThis.process?.getBuiltinModule?.("node:buffer");
}
