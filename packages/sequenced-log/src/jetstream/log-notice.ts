/**
 * Is something an operator should know of a log: `no_durable_sync` (the server cannot sync before
 * it acknowledges), `durable_sync_off`, `durable_sync_unknown`, `single_replica`, `disconnected`,
 * `reconnected`, `tail_gap` (a tail was away longer than records are kept), `log_replaced` (a
 * stream was made anew), `writer_fenced` (another writes to the log).
 */
export type LogNotice = {
  readonly level: "info" | "warn" | "error";
  readonly event: string;
  readonly message: string;
  readonly [field: string]: unknown;
};

/** Prints warnings where Node prints its own. */
export function printNotice({ level, event, message }: LogNotice): void {
  if (level !== "info") process.emitWarning(message, { code: event });
}
