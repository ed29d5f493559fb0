import type { Logger } from "@specwright/runtime";

/**
 * The logger of a server that was given none. Errors become warnings of the process, so that a 500
 * never goes without a trace; everything else is dropped.
 */
export const warningLogger: Logger = { error: warn, warn() {}, info() {} };

function warn(details: object, message: string): void {
  const { err: cause = details, requestId, operation }: Details = details;
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  const of = operation === undefined ? "" : ` of ${operation}`;
  const which = requestId === undefined ? "" : ` (request ${requestId}${of})`;
  process.emitWarning(`${message}${which}: ${text}`, "RestServerWarning");
}

/** The details of an entry about a request. */
interface Details {
  readonly err?: unknown;
  readonly requestId?: string;
  readonly operation?: string;
}
