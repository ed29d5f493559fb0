import { SpecwrightError } from "@specwright/runtime";

/** The reasons why the service cannot start or a command cannot run. */
export type MarketplaceErrorCode =
  | "bad_usage"
  | "invalid_option"
  | "migration_changed"
  | "migration_unknown"
  | "migration_failed"
  | "database_unusable"
  | "database_in_use";

/** Every code with its meaning and its fix. */
export const marketplaceErrorCodes: Readonly<Record<MarketplaceErrorCode, string>> = {
  bad_usage: "The command line makes no sense; `specwright-marketplace --help` lists what does.",
  invalid_option: "An option, setting or custom field declaration cannot be used; it is named.",
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

/** Thrown when the service cannot start. Requests never cause it. */
export class MarketplaceError extends SpecwrightError<MarketplaceErrorCode> {
  override readonly name: string = "MarketplaceError";
}
