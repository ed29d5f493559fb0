import {
  type DatabaseOptions,
  openDatabase,
  repositoryStorage,
  type SqlClient,
  sqlRateWindows,
} from "@specwright/service/database";
import type { MarketplaceStorage, Repositories } from "./marketplace-storage.ts";
import { migrationsFolder } from "./migrations-folder.ts";
import { sqlAttachments } from "./sql-attachments.ts";
import { sqlAudit } from "./sql-audit.ts";
import { sqlCustomValues } from "./sql-custom-values.ts";
import { sqlListings } from "./sql-listings.ts";
import { sqlMailedKeys } from "./sql-mailed-keys.ts";
import { sqlOutbox } from "./sql-outbox.ts";
import { sqlReplies } from "./sql-replies.ts";
import { sqlReports } from "./sql-reports.ts";
import { sqlServiceKeys } from "./sql-service-keys.ts";
import { sqlSessions } from "./sql-sessions.ts";
import { sqlStoredFiles } from "./sql-stored-files.ts";
import { sqlUsers } from "./sql-users.ts";

/** Options for `openStorage`. */
export interface StorageOptions extends Omit<DatabaseOptions, "migrations" | "applicationName"> {
  /** The folder of the migrations. Default: the migrations of this service. */
  readonly migrations?: string;
}

/**
 * Opens the storage of a process and applies migrations. Waits while the PostgreSQL server is
 * unavailable. Rejects with `DatabaseError`, or with the reason of the signal.
 */
export async function openStorage(options: StorageOptions): Promise<MarketplaceStorage> {
  const { database: location, isBeside = false, clock } = options;
  const database = await openDatabase({
    migrations: migrationsFolder,
    applicationName: "marketplace",
    ...options,
  });
  if (location.engine === "sqlite" && !isBeside) {
    // Only one process can use a SQLite file, so all existing claims are from an earlier process.
    await database.transaction(async (client) => {
      await sqlOutbox(client).releaseClaims(clock.now());
      await sqlReplies(client).releaseClaims();
    });
  }
  return repositoryStorage(database, createRepositories);
}

function createRepositories(client: SqlClient): Repositories {
  return {
    users: sqlUsers(client),
    sessions: sqlSessions(client),
    listings: sqlListings(client),
    attachments: sqlAttachments(client),
    reports: sqlReports(client),
    audit: sqlAudit(client),
    serviceKeys: sqlServiceKeys(client),
    outbox: sqlOutbox(client),
    mailedKeys: sqlMailedKeys(client),
    rateWindows: sqlRateWindows(client),
    storedFiles: sqlStoredFiles(client),
    customValues: sqlCustomValues(client),
    replies: sqlReplies(client),
  };
}
