// Percent-encoding and strict decoding.

/** Encodes everything but unreserved characters (RFC 3986, section 2.3). The text must be well formed. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, percentEncoded);
}

/** Matches the percent-encodings of the reserved characters (RFC 3986, section 2.2). */
const RESERVED = /%(?:2[1346-9A-CF]|3[ABDF]|40|5[BD])/g;
const ESCAPE = /(%[0-9a-f]{2})/i;

/**
 * Does what `percentEncode` does, but does not encode reserved characters, except those in `apart`. With
 * `keepsEscapes`, existing percent-encodings are kept too (RFC 6570, section 3.2.3).
 */
export function reservedEncode(text: string, keepsEscapes: boolean, apart: string): string {
  if (keepsEscapes) {
    const pieces = text.split(ESCAPE);
    return pieces
      .map((piece, at) => (at % 2 === 1 ? piece : reservedEncode(piece, false, apart)))
      .join("");
  }
  return percentEncode(text).replace(RESERVED, (encoded) => {
    const character = decodeURIComponent(encoded);
    return apart.includes(character) ? encoded : character;
  });
}

/** Decodes once. Returns `undefined` for an invalid escape and for bytes that are not UTF-8. */
export function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
