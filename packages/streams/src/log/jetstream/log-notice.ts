/**
 * A notice for the operator of a log. Its `event` is one of `no_durable_sync` (the server cannot
 * sync before it acknowledges), `durable_sync_off`, `durable_sync_unknown`, `single_replica`,
 * `too_few_replicas` (a stream has fewer than the setting says), `disconnected`, `reconnected`,
 * `moving` (to another server, because this one does not answer), `tail_stalled` (records do not
 * arrive, and are read in another way), `tail_gap` (a tail was offline longer than records are kept),
 * `log_replaced` (a stream was deleted and created again) and `writer_fenced` (another process
 * writes to the log).
 */
export type LogNotice = {
  readonly level: "info" | "warn" | "error";
  readonly event: string;
  readonly message: string;
  readonly [field: string]: unknown;
};

/** Prints warnings and errors through `process.emitWarning`. */
export function printNotice({ level, event, message }: LogNotice): void {
  if (level !== "info") process.emitWarning(message, { code: event });
}
