import { SpecwrightError } from "@specwright/runtime";

/** The errors of a database, the same for every engine. */
export type SqlErrorCode =
  | "unique"
  | "foreign_key"
  | "check"
  | "not_null"
  | "conflict"
  | "stale_statement"
  | "failed";

/** Every code with its meaning. */
export const sqlErrorCodes: Readonly<Record<SqlErrorCode, string>> = {
  unique: "Another row has this key.",
  foreign_key: "The row points to one that is not there, or others point to it.",
  check: "The row breaks a rule of its table.",
  not_null: "The row lacks a value.",
  conflict: "Another transaction was in the way; the same may work when it is run again.",
  stale_statement: "The shape of a table has changed under a prepared statement.",
  failed: "The query is wrong, or the database is; `cause` says why.",
};

/**
 * Thrown for an error of a database. `cause` is the error of the driver, which may quote values.
 */
export class SqlError extends SpecwrightError<SqlErrorCode> {
  override readonly name: string = "SqlError";
}
