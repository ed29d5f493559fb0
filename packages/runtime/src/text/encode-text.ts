/** The charsets whose first characters, but for control characters, are those of Unicode. */
const LATIN1: ReadonlySet<string> = new Set(["us-ascii", "ascii", "iso-8859-1", "latin1"]);

/**
 * Encodes a text in a charset. Returns it unchanged for UTF-8, and undefined if the charset is
 * another than ASCII and Latin-1, or lacks a character.
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
