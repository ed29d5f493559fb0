import { SpecwrightError } from "@specwright/runtime";
import type { StreamLogger } from "@specwright/streams/server";
import { pino } from "pino";

/** Where log lines are written. */
export interface LogDestination {
  write(line: string): void;
}

/**
 * Creates a logger that writes each entry as a line of JSON with `level`, `time`, `event` and
 * further fields. For errors, only the message and the code are logged, because other fields may
 * contain a frame.
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
