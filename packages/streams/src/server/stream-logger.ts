import type { Logger } from "@specwright/runtime";

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

/**
 * Returns the function that receives log entries: the given function, or a function that calls a given
 * logger such as pino, with the event as the message. If neither is given, errors become warnings of the
 * process, and all other entries are dropped.
 */
export function streamLogger(given: StreamLogger | Logger | undefined): StreamLogger {
  if (given === undefined) return warnOfErrors;
  if (typeof given === "function") return given;
  return ({ level, event, error, ...details }) => {
    given[level]({ ...details, ...(error !== undefined && { err: error }) }, event);
  };
}

function warnOfErrors({ level, event, channel, error }: StreamLogEntry): void {
  if (level !== "error") return;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const place = channel === undefined ? event : `${event} on ${channel}`;
  process.emitWarning(error === undefined ? place : `${place}: ${text}`, "StreamServerWarning");
}
