import type { FastifyBaseLogger } from "fastify";

/**
 * The logger of a server that was given none. Errors become warnings of the process, so that a 500
 * never goes without a trace; everything else is dropped.
 */
export const warningLogger: FastifyBaseLogger = {
  level: "error",
  error: warn,
  fatal: warn,
  warn() {},
  info() {},
  debug() {},
  trace() {},
  silent() {},
  child: () => warningLogger,
};

function warn(details: unknown, message?: string): void {
  const cause: unknown =
    typeof details === "object" && details !== null && "err" in details ? details.err : details;
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  process.emitWarning(message === undefined ? text : `${message}: ${text}`, "RestServerWarning");
}
