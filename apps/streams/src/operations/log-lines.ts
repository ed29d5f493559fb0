import { SpecwrightError } from "@specwright/runtime";
import type { StreamLogger } from "@specwright/streams/server";
import { pino } from "pino";

/** The destination of log lines. */
export interface LogDestination {
  write(line: string): void;
}

/**
 * Creates a logger that writes each entry as a line of JSON: `level`, `time`, `event`, and further
 * fields. Only the message and code of errors are logged, because the rest may quote a frame.
 */
export function logLines(destination: LogDestination): StreamLogger {
  const logger = pino(
    {
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
    },
    destination,
  );
  return ({ level, error, ...entry }) => logger[level]({ ...entry, ...describeError(error) });
}

function describeError(error: unknown): object {
  if (error === undefined) return {};
  const message = error instanceof Error ? error.message : String(error);
  return { error: message, ...(error instanceof SpecwrightError && { error_code: error.code }) };
}
