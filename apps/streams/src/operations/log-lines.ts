import { SpecwrightError } from "@specwright/runtime";
import type { StreamLogger } from "@specwright/stream-server";
import { pino } from "pino";

/** Is where lines of a log go. */
export interface LogDestination {
  write(line: string): void;
}

/**
 * Makes a logger that writes an entry as a line of JSON: `level`, `time`, `event`, and what is
 * known. Errors become their message and code, as their other parts may quote a frame.
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
  return ({ level, error, ...entry }) => logger[level]({ ...entry, ...describe(error) });
}

function describe(error: unknown): object {
  if (error === undefined) return {};
  const message = error instanceof Error ? error.message : String(error);
  return { error: message, ...(error instanceof SpecwrightError && { error_code: error.code }) };
}
