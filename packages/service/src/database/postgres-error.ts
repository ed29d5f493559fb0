import { UnavailableError } from "@specwright/runtime";
import { DatabaseError } from "pg";
import { SqlError, type SqlErrorCode } from "./sql-error.ts";

/**
 * The meanings of PostgreSQL's SQLSTATEs, first of single SQLSTATEs and then of classes. `away` marks
 * errors that the query did not cause.
 */
const CODES: ReadonlyMap<string, SqlErrorCode | "away"> = new Map<string, SqlErrorCode | "away">([
  ["23505", "unique"],
  ["23503", "foreign_key"],
  ["23514", "check"],
  ["23502", "not_null"],
  ["40001", "conflict"],
  ["40P01", "conflict"],
  ["55P03", "conflict"],
  ["0A000", "stale_statement"],
  ["26000", "stale_statement"],
  ["25006", "away"],
  ["25P03", "away"],
  ["08", "away"],
  ["53", "away"],
  ["57", "away"],
]);

/** The error codes of the platform for an unreachable server. */
const AWAY: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
]);

/** Converts an error of PostgreSQL or its connection to an error that is the same for all engines. */
export function postgresError(cause: unknown): SqlError | UnavailableError {
  const state = sqlState(cause);
  // Without an SQLSTATE, the error does not come from the server: the server is unreachable or has closed
  // the connection.
  if (state === undefined) return new UnavailableError("PostgreSQL is unreachable", { cause });
  const code = CODES.get(state) ?? CODES.get(state.slice(0, 2)) ?? "failed";
  const message = `PostgreSQL error ${state}`;
  return code === "away"
    ? new UnavailableError(message, { cause })
    : new SqlError(code, message, { cause });
}

/** Reports whether an error means that the connection is lost. Otherwise, only one query has failed. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof UnavailableError)) return false;
  const state = sqlState(error.cause);
  return state === undefined || state.startsWith("08") || state.startsWith("57P");
}

/**
 * Reports whether a server that refused a connection may accept a later connection without intervention.
 */
export function mayConnectLater(cause: unknown): boolean {
  const state = sqlState(cause);
  if (state !== undefined) return CODES.get(state.slice(0, 2)) === "away";
  if (!(cause instanceof Error)) return false;
  if ("code" in cause && typeof cause.code === "string") return AWAY.has(cause.code);
  // If a connection breaks or times out while it is being opened, the driver's error has no code.
  return /terminated|timeout/i.test(cause.message);
}

/**
 * Returns the SQLSTATE of an error that the server sent. Errors of the platform have codes that are not
 * SQLSTATEs.
 */
function sqlState(cause: unknown): string | undefined {
  return cause instanceof DatabaseError ? (cause.code ?? "") : undefined;
}
