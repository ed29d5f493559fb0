import { type Clock, SpecwrightError, stringifyJson, systemClock } from "@specwright/runtime";
import type { StreamLogger } from "@specwright/stream-server";

/** Makes a logger that writes an entry as a line of JSON; errors become their code and message. */
export function jsonLineLogger(
  write: (line: string) => void,
  clock: Pick<Clock, "now"> = systemClock,
): StreamLogger {
  return ({ error, ...entry }) => {
    const time = new Date(clock.now()).toISOString();
    write(`${stringifyJson({ time, ...entry, ...describe(error) })}\n`);
  };
}

function describe(error: unknown): object {
  if (error === undefined) return {};
  const message = error instanceof Error ? error.message : String(error);
  return { error: message, ...(error instanceof SpecwrightError && { error_code: error.code }) };
}
