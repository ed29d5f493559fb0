// Bodies that a framework parsed before the handlers could read them.

/** The facts about the bytes of a parsed body. */
interface ParsedFrom {
  readonly contentType: string;
  /**
   * Whether a signature must be verified over the bytes of the body. This is impossible here, because only
   * the framework's parser has received the bytes.
   */
  readonly isVerified: boolean;
}

/**
 * Returns a parsed body as JSON text. A string is used unchanged. Refuses JSON with an integer beyond 2^53,
 * because its digits are lost.
 *
 * @throws TypeError with a message about how to pass on the bytes. The error is a mistake in the server's
 * setup, and becomes a 500.
 */
export function jsonOfParsed(
  value: unknown,
  { contentType, isVerified }: ParsedFrom,
): Uint8Array<ArrayBuffer> {
  if (typeof value === "string") return new TextEncoder().encode(value);
  if (isVerified) {
    throw new TypeError(
      "The body was parsed before its bytes could be verified. Mount the handlers before the body parser.",
    );
  }
  if (value === undefined || !/^[^;]*[/+]json\s*(?:;|$)/i.test(contentType)) {
    throw new TypeError(
      "The body was consumed before the handlers could read it. Mount the handlers before the body parser.",
    );
  }
  const text = JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== "number" || !Number.isInteger(member) || Number.isSafeInteger(member)) {
      return member;
    }
    throw new TypeError(
      "An integer of the parsed body may have lost digits. Mount the handlers before the JSON parser.",
    );
  });
  return new TextEncoder().encode(text);
}
