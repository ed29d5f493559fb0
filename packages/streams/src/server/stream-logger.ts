import type { Logger } from "@specwright/runtime";

/** A log entry for operators. It never contains secrets, signatures or payloads. */
export interface StreamLogEntry {
  readonly level: "info" | "warn" | "error";
  /** A stable name for the event, such as `upgrade_refused`. */
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
 * Returns a function that receives log entries. If `given` is a function, returns it. If it is a logger
 * such as pino, the function calls the logger, with the event as the message. If it is undefined, errors
 * become process warnings, and all other entries are dropped.
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
