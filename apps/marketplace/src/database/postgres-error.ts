import { SqlError, type SqlErrorCode } from "../storage/sql-error.ts";

/** SQLSTATEs of PostgreSQL, then their classes. */
const CODES: ReadonlyMap<string, SqlErrorCode> = new Map([
  ["23505", "unique"],
  ["23503", "foreign_key"],
  ["23514", "check"],
  ["23502", "not_null"],
  ["40001", "conflict"],
  ["40P01", "conflict"],
  ["55P03", "conflict"],
  ["0A000", "stale_statement"],
  ["26000", "stale_statement"],
  ["25006", "unavailable"],
  ["08", "unavailable"],
  ["53", "unavailable"],
  ["57", "unavailable"],
]);

/** Says in the words of every engine what PostgreSQL, or the way to it, reported. */
export function postgresError(cause: unknown): SqlError {
  const state = cause instanceof Error && "code" in cause ? `${cause.code}` : "";
  if (!/^[0-9A-Z]{5}$/.test(state)) {
    // Not of the server: it cannot be reached, or hung up.
    return new SqlError("unavailable", "PostgreSQL is away", { cause });
  }
  const code = CODES.get(state) ?? CODES.get(state.slice(0, 2)) ?? "failed";
  return new SqlError(code, `PostgreSQL refused (${state})`, { cause });
}
