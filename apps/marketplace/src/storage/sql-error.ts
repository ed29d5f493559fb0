import { SpecwrightError } from "@specwright/runtime";

/** Names what a database refuses, in words that fit every engine. */
export type SqlErrorCode =
  | "unique"
  | "foreign_key"
  | "check"
  | "not_null"
  | "conflict"
  | "stale_statement"
  | "failed";

/** Lists the codes with what they mean. */
export const sqlErrorCodes: Readonly<Record<SqlErrorCode, string>> = {
  unique: "Another row has this key.",
  foreign_key: "The row points to one that is not there, or others point to it.",
  check: "The row breaks a rule of its table.",
  not_null: "The row lacks a value.",
  conflict: "Another transaction was in the way; the same may work when it is run again.",
  stale_statement: "The shape of a table has changed under a prepared statement.",
  failed: "The query is wrong, or the database is; `cause` says why.",
};

/** Reports what a database refused. `cause` is the driver's error, which may quote values. */
export class SqlError extends SpecwrightError<SqlErrorCode> {
  override readonly name: string = "SqlError";
}
