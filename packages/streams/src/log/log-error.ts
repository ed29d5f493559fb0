import { SpecwrightError } from "@specwright/runtime";

/** Why a call of a log failed. For the fix of each reason, see `logErrorCodes`. */
export type LogErrorCode =
  | "sequence_conflict"
  | "duplicate_id"
  | "record_invalid"
  | "log_closed"
  | "log_locked"
  | "writer_fenced"
  | "log_corrupt"
  | "log_full"
  | "log_unavailable"
  | "server_too_old";

/** The meaning and the fix of each error code of a log. */
export const logErrorCodes: Readonly<Record<LogErrorCode, string>> = {
  sequence_conflict:
    "The records do not continue the stream, usually because another writer appended. Read `bounds` and number the records again. If the error returns, stop the other writer.",
  duplicate_id:
    "The log already has a record with that id. `seqOf` returns its number; do not append it again.",
  record_invalid:
    "A record exceeds the limits of a log; the message says how. Correct the record before you append it again.",
  log_closed: "The log was closed. Open it again.",
  log_locked:
    "Another process writes to the log; the message gives its process id. Stop it, or open the log for reading.",
  writer_fenced:
    "Another process, named in the message, writes to this log, and only one process may write. This process can no longer append. Stop one of the two processes. To continue with this process, stop the other process and restart this one.",
  log_corrupt:
    "The stored data is not a log that this version can read, or was cut off. Upgrade, or restore the folder or stream from a backup. Nothing was changed.",
  log_full:
    "There is no space for the records, and no record was kept. Free some space or lower the retention, then append again.",
  log_unavailable:
    "The storage did not answer or failed. The records may or may not have been kept: check with `bounds` and `seqOf` when the storage is available again.",
  server_too_old:
    "This version does not support the storage server; the message names the oldest supported version. Upgrade the server.",
};

/** Thrown if a log cannot append or read. */
export class LogError extends SpecwrightError<LogErrorCode> {
  override readonly name: string = "LogError";
}
