import type { Logger } from "@specwright/runtime";

/**
 * The logger of a server that was given none. Errors become warnings of the process, so that a 500
 * never goes without a trace; everything else is dropped.
 */
export const warningLogger: Logger = { error: warn, warn() {}, info() {} };

function warn(details: object, message: string): void {
  const cause: unknown = "err" in details ? details.err : details;
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  process.emitWarning(`${message}: ${text}`, "RestServerWarning");
}
