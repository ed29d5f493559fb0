// Prism treats every body as UTF-8 text and corrupts others (stoplightio/prism#1321 and #2349). Binary
// bodies therefore pass it as text, one character for each byte, and are converted to bytes on both sides.

/** Reports whether bodies of a media type are binary. */
export function isBytes(type: string | readonly string[] | undefined): boolean {
  return (
    type !== undefined && !/^text\/|json|\+xml|^application\/x-www-form-urlencoded/.test(`${type}`)
  );
}

export function textOfBytes(bytes: Uint8Array): Buffer {
  return Buffer.from(Buffer.from(bytes).toString("latin1"), "utf8");
}

export function bytesOfText(text: Uint8Array): Buffer {
  return Buffer.from(Buffer.from(text).toString("utf8"), "latin1");
}
