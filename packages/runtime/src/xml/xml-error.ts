import { CodecError } from "../errors/codec-error.ts";

/** Creates the error of a text that is not XML, or of a value that XML cannot express. */
export function xmlError(code: "malformed" | "encode", problem: string): CodecError {
  const message =
    code === "malformed" ? `Not well-formed XML: ${problem}` : `Not in XML: ${problem}`;
  return new CodecError(code, [
    { code: "xml", pointer: "", message, expected: "XML", received: problem },
  ]);
}

/** Matches the characters that XML 1.0 does not allow, not even as references. */
export const FORBIDDEN: RegExp = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
