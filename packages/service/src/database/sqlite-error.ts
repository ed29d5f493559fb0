import { UnavailableError } from "@specwright/runtime";
import { SqlError, type SqlErrorCode } from "./sql-error.ts";

/**
 * The meanings of SQLite's result codes; extended codes come first. `away` marks errors that the query did
 * not cause.
 */
const CODES: ReadonlyMap<number, SqlErrorCode | "away"> = new Map<number, SqlErrorCode | "away">([
  [2067, "unique"],
  [1555, "unique"],
  [787, "foreign_key"],
  [275, "check"],
  [1299, "not_null"],
  [5, "conflict"],
  [6, "conflict"],
  [7, "away"],
  [8, "away"],
  [10, "away"],
  [13, "away"],
  [14, "away"],
]);

/** Converts an error of SQLite to an error that is the same for all engines. */
export function sqliteError(cause: unknown): SqlError | UnavailableError {
  const number =
    cause instanceof Error && "errcode" in cause && typeof cause.errcode === "number"
      ? cause.errcode
      : 0;
  const code = CODES.get(number) ?? CODES.get(number & 0xff) ?? "failed";
  const message = `SQLite error ${number}`;
  return code === "away"
    ? new UnavailableError(message, { cause })
    : new SqlError(code, message, { cause });
}
