// Prism takes every body for text in UTF-8 and spoils those that are not (stoplightio/prism#1321 and
// #2349). So forms and images pass it as text, a character for each byte, and are bytes on both sides.

/** Tells whether bodies of a media type are bytes. */
export function isBytes(type: string | readonly string[] | undefined): boolean {
  return /^(?:multipart|image)\//.test(`${type}`);
}

/** Writes bytes as text. */
export function textOfBytes(bytes: Uint8Array): Buffer {
  return Buffer.from(Buffer.from(bytes).toString("latin1"), "utf8");
}

/** Reads the text back. */
export function bytesOfText(text: Uint8Array): Buffer {
  return Buffer.from(Buffer.from(text).toString("utf8"), "latin1");
}
