import { SqlError, type SqlErrorCode } from "../storage/sql-error.ts";

/** Result codes of SQLite, extended ones first. */
const CODES: ReadonlyMap<number, SqlErrorCode> = new Map([
  [2067, "unique"],
  [1555, "unique"],
  [787, "foreign_key"],
  [275, "check"],
  [1299, "not_null"],
  [5, "conflict"],
  [6, "conflict"],
  [7, "unavailable"],
  [8, "unavailable"],
  [10, "unavailable"],
  [13, "unavailable"],
  [14, "unavailable"],
]);

/** Says in the words of every engine what SQLite reported. */
export function sqliteError(cause: unknown): SqlError {
  const number =
    cause instanceof Error && "errcode" in cause && typeof cause.errcode === "number"
      ? cause.errcode
      : 0;
  const code = CODES.get(number) ?? CODES.get(number & 0xff) ?? "failed";
  return new SqlError(code, `SQLite refused (${number})`, { cause });
}
