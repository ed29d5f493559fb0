import { SpecwrightError } from "@specwright/runtime";

/** The codes of database errors. They are the same for every engine. */
export type SqlErrorCode =
  | "unique"
  | "foreign_key"
  | "check"
  | "not_null"
  | "conflict"
  | "stale_statement"
  | "failed";

/** Thrown for an error of a database. `cause` is the driver's error, whose text may quote values. */
export class SqlError extends SpecwrightError<SqlErrorCode> {
  override readonly name: string = "SqlError";
}
