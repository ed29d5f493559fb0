// What reading a body starts from and ends in, whatever its media type.

import { CodecError, type ProblemIssue } from "@specwright/runtime";
import type { Codec } from "@specwright/runtime/codegen";
import { ProblemError } from "./problem-error.ts";

/** A body as it came. */
export interface RawBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** `""` when the request names none. */
  readonly contentType: string;
  readonly contentEncoding: string | undefined;
}

/** A body that was read, or what is wrong with it; `isMalformed` when it could not even be parsed. */
export type ReadBody =
  | { readonly ok: true; readonly value: unknown; readonly contentType?: string }
  | { readonly ok: false; readonly issues: readonly ProblemIssue[]; readonly isMalformed: boolean };

/** Checks a parsed body; every issue is reported. */
export function checked(codec: Codec<unknown>, value: unknown): ReadBody {
  try {
    return { ok: true, value: codec.parse(value) };
  } catch (error) {
    if (error instanceof CodecError) return { ok: false, issues: error.issues, isMalformed: false };
    throw error;
  }
}

/** Returns the error for a body of a type that the operation does not take (415). */
export function unsupported(detail: string): ProblemError {
  return new ProblemError(415, "unsupported_media_type", detail);
}
