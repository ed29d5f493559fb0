import { SpecwrightError } from "@specwright/runtime";

/** Names what a log refuses; `logErrorCodes` says what to do about each. */
export type LogErrorCode =
  | "sequence_conflict"
  | "duplicate_id"
  | "record_invalid"
  | "log_closed"
  | "log_locked"
  | "writer_fenced"
  | "log_corrupt"
  | "log_full"
  | "log_unavailable";

/** Lists every error code of a log with what it means and what to do. */
export const logErrorCodes: Readonly<Record<LogErrorCode, string>> = {
  sequence_conflict:
    "The records are not the next of the stream, mostly because another writer appended. Read `bounds` and number them again; if it comes again, stop the other writer.",
  duplicate_id:
    "A record with that id is kept already. `seqOf` gives its number; do not append it again.",
  record_invalid:
    "A record has a member that no log can hold; the message says which. Correct it before another try.",
  log_closed: "The log was closed. Open it again.",
  log_locked:
    "Another process writes to the log; the message gives its process id. Stop it, or open the log for reading.",
  writer_fenced:
    "Another process publishes to this log, and one may at a time; the message says which. Nothing more is taken from this one. Stop one of the two: to go on with this one, stop the other, then start this one again.",
  log_corrupt:
    "What is stored is not a log that this version reads. Upgrade, or restore the folder or stream from a copy; nothing was changed.",
  log_full:
    "There is no room for the records; none was kept. Make room or lower the retention, then append again.",
  log_unavailable:
    "The storage did not answer, or failed. The records may or may not have been kept: ask `bounds` and `seqOf` once it is back.",
};

/** Reports that a log did not append or read. */
export class LogError extends SpecwrightError<LogErrorCode> {
  override readonly name: string = "LogError";
}
