import { SpecwrightError } from "@specwright/runtime";

/** The reasons why a database cannot be opened. */
export type DatabaseErrorCode =
  | "migration_changed"
  | "migration_unknown"
  | "migration_failed"
  | "database_unusable"
  | "database_in_use";

/** Thrown when a database cannot be opened. Queries never cause it. */
export class DatabaseError extends SpecwrightError<DatabaseErrorCode> {
  override readonly name: string = "DatabaseError";
}
