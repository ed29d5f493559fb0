import type { Logger } from "@specwright/rest-server";
import type { Clock } from "@specwright/runtime";

/** Drops every entry. */
export const silentLogger: Logger = { info() {}, warn() {}, error() {} };

/** Writes one line of JSON for each entry; line ends inside are escaped. */
export function jsonLinesLogger(write: (line: string) => void, clock: Clock): Logger {
  function log(level: string, details: object, message: string): void {
    const time = new Date(clock.now()).toISOString();
    write(`${JSON.stringify({ time, level, message, ...readable(details) })}\n`);
  }
  return {
    info: (details, message) => log("info", details, message),
    warn: (details, message) => log("warn", details, message),
    error: (details, message) => log("error", details, message),
  };
}

function readable(details: object): object {
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => [key, readableValue(value)]),
  );
}

function readableValue(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (!(value instanceof Error)) return value;
  const { name, message, stack } = value;
  const code = "code" in value ? { code: value.code } : {};
  const cause = value.cause === undefined ? {} : { cause: readableValue(value.cause) };
  return { name, message, ...code, ...cause, stack };
}
