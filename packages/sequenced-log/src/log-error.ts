import { SpecwrightError } from "@specwright/runtime";

/**
 * Names what a log refuses. `sequence_conflict`: the records are not the next of the stream,
 * mostly because another writer appended. `log_closed`: the log was closed.
 */
export type LogErrorCode = "sequence_conflict" | "log_closed";

/** Reports that a log did not append or read. */
export class LogError extends SpecwrightError<LogErrorCode> {
  override readonly name: string = "LogError";
}

/** Refuses records that are not the next of a stream whose last number is `last`. */
export function checkDense(last: bigint, records: readonly { readonly seq: bigint }[]): void {
  let next = last + 1n;
  for (const { seq } of records) {
    if (seq !== next) throw new LogError("sequence_conflict", `got ${seq} where ${next} is next`);
    next += 1n;
  }
}
