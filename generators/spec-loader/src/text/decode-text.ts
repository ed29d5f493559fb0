/** The text of a file, or the reason why its bytes are not UTF-8. */
export type DecodedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/**
 * Decodes UTF-8 and drops a byte order mark. Names the encoding if the bytes look like another.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const other = otherEncoding(bytes);
  if (other !== undefined) return { ok: false, message: `the file is ${other}, not UTF-8` };
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, message: "the file is not valid UTF-8" };
  }
}

function otherEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? "UTF-32" : "UTF-16";
  if (first === 0xfe && second === 0xff) return "UTF-16";
  // A document starts with ASCII, so a zero byte next to it is half of a wider code unit.
  if (first === 0 && second === 0) return "UTF-32";
  if (bytes.length > 1 && (first === 0 || second === 0)) return "UTF-16";
  return undefined;
}
