import type { Logger } from "@specwright/runtime";

/**
 * The logger of a server without `logger`. Errors become process warnings, so that the reason for a 500 is
 * never lost. All other entries are dropped.
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
