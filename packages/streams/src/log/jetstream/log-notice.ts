/**
 * A notice for the operator of a log. The values of `event`:
 *
 * - `no_durable_sync`: the server cannot sync to disk before it acknowledges
 * - `durable_sync_off`: the server can, but does not
 * - `durable_sync_unknown`: it is unknown whether the server does
 * - `single_replica`: the server stores one copy of each stream
 * - `too_few_replicas`: a stream has fewer replicas than the setting requires
 * - `disconnected`, `reconnected`
 * - `moving`: the client connects to a different server, because this one does not answer
 * - `tail_stalled`: a consumer delivers no records, so they are read by requests
 * - `tail_gap`: a tail was interrupted for longer than records are kept
 * - `log_replaced`: a stream was deleted and created again
 * - `writer_fenced`: a different process writes to the log
 */
export type LogNotice = {
  readonly level: "info" | "warn" | "error";
  readonly event: string;
  readonly message: string;
  readonly [field: string]: unknown;
};

/** Prints warnings and errors with `process.emitWarning`. */
export function printNotice({ level, event, message }: LogNotice): void {
  if (level !== "info") process.emitWarning(message, { code: event });
}
