// The input and the result of reading a body, for all media types.

import { type Codec, CodecError, type ProblemIssue } from "@specwright/runtime";
import { ProblemError } from "./problem-error.ts";

/** A body as received. */
export interface RawBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The content type; empty if the header is missing. */
  readonly contentType: string;
  readonly contentEncoding: string | undefined;
}

/** A parsed body, or its problems. `isMalformed` means that the body could not be parsed at all. */
export type ReadBody =
  | { readonly ok: true; readonly value: unknown; readonly contentType?: string }
  | { readonly ok: false; readonly issues: readonly ProblemIssue[]; readonly isMalformed: boolean };

/** Validates a parsed body; every issue is reported. */
export function readCheckedBody(codec: Codec<unknown>, value: unknown): ReadBody {
  return tryReading(() => codec.parse(value));
}

/** Parses and validates a body; every issue is reported. */
export function checkedText(codec: Codec<unknown>, bytes: Uint8Array): ReadBody {
  return tryReading(() => codec.decode(bytes));
}

function tryReading(read: () => unknown): ReadBody {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (error instanceof CodecError) return { ok: false, issues: error.issues, isMalformed: false };
    throw error;
  }
}

/** Returns the error for a body of an unsupported type (415). */
export function unsupportedMediaType(detail: string): ProblemError {
  return new ProblemError(415, "unsupported_media_type", detail);
}
