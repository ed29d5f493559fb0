// Percent-encoding and strict decoding.

/** Encodes everything but unreserved characters (RFC 3986, section 2.3). The text must be well formed. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, escaped);
}

/** Decodes once. Returns `undefined` for an invalid escape and for bytes that are not UTF-8. */
export function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
