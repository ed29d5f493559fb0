/** A log entry for operators. It never contains secrets, signatures or payloads. */
export interface StreamLogEntry {
  readonly level: "info" | "warn" | "error";
  /** The event, as a stable name such as `upgrade_refused`. */
  readonly event: string;
  readonly channel?: string;
  readonly brokerId?: string;
  readonly accessKey?: string;
  readonly error?: unknown;
  readonly [field: string]: unknown;
}

/** Receives log entries. */
export type StreamLogger = (entry: StreamLogEntry) => void;

/** Drops every entry. */
export const silentLogger: StreamLogger = () => {};
