import { SpecwrightError } from "@specwright/runtime";

/** The reasons why a database cannot be opened. */
export type DatabaseErrorCode =
  | "migration_changed"
  | "migration_unknown"
  | "migration_failed"
  | "database_unusable"
  | "database_in_use";

/** Every code with its meaning and its fix. */
export const databaseErrorCodes: Readonly<Record<DatabaseErrorCode, string>> = {
  migration_changed:
    "A migration that the database has taken no longer reads the same. Put the file back as it was, and write a new migration.",
  migration_unknown:
    "The database has taken a migration that this program does not have: it belongs to a newer one.",
  migration_failed: "A migration failed and was undone; `cause` says why.",
  database_unusable:
    "The database cannot be reached or opened, or the file is not one; `cause` says why.",
  database_in_use:
    "Another process has the database file. Stop it, or give both a PostgreSQL database.",
};

/** Thrown when a database cannot be opened. Queries never cause it. */
export class DatabaseError extends SpecwrightError<DatabaseErrorCode> {
  override readonly name: string = "DatabaseError";
}
