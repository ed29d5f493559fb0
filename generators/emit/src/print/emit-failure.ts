// What becomes of an exception inside an emitter: a diagnostic at the part that was being emitted.

import type { Problem } from "@specwright/contract";
import type { Source } from "@specwright/spec-loader";
import { emitDiagnostics } from "./emit-diagnostics.ts";
import { EmitError } from "./emit-error.ts";

/** The places of exceptions: those of the parts that were being emitted. */
const places = new WeakMap<object, Source>();

/**
 * Emits the part of a document at a place: if that fails, the diagnostic of the failure has this
 * place. The innermost place counts.
 */
export function emitPart<Result>(source: Source, part: () => Result): Result {
  try {
    return part();
  } catch (cause) {
    if (cause instanceof Error && !places.has(cause)) places.set(cause, source);
    throw cause;
  }
}

/**
 * Returns the problem that an exception of an emitter is.
 *
 * @throws {EmitError} the exception, if it says that the emitters do not fit together.
 */
export function failureOf(emitter: string, file: string, cause: unknown): Problem {
  if (cause instanceof EmitError) throw cause;
  const source = cause instanceof Error ? places.get(cause) : undefined;
  return {
    code: "EMIT_FAILED",
    severity: emitDiagnostics.EMIT_FAILED.severity,
    fix: emitDiagnostics.EMIT_FAILED.fix,
    message: `the emitter "${emitter}" failed here: ${reasonOf(cause)}`,
    source: source ?? { file, pointer: "" },
  };
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // V8 throws it where the stack ends.
  const isOverflow = cause instanceof RangeError && /call stack/i.test(cause.message);
  if (isOverflow) return "the schema nests or recurs too deep";
  // Whoever writes an emitter needs the line that failed.
  const [, place] = /^ +at (?:.* \()?(.+?:\d+:\d+)\)?$/m.exec(cause.stack ?? "") ?? [];
  return place === undefined ? cause.message : `${cause.message} (${place})`;
}
