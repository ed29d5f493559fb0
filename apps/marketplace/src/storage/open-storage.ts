import {
  type DatabaseOptions,
  openDatabase,
  repositoryStorage,
  type SqlClient,
} from "@specwright/service/database";
import { sqlAttachments } from "../attachments/sql-attachments.ts";
import { sqlAudit } from "../audit/sql-audit.ts";
import { sqlReplies } from "../idempotency/sql-replies.ts";
import { sqlListings } from "../listings/sql-listings.ts";
import { sqlOutbox } from "../mail/sql-outbox.ts";
import { sqlMailedKeys } from "../mailed-keys/sql-mailed-keys.ts";
import { sqlRateWindows } from "../rate-limits/sql-rate-windows.ts";
import { sqlReports } from "../reports/sql-reports.ts";
import { sqlSessions } from "../sessions/sql-sessions.ts";
import { sqlUsers } from "../users/sql-users.ts";
import type { MarketplaceStorage, Repositories } from "./marketplace-storage.ts";
import { migrationsFolder } from "./migrations-folder.ts";
import { sqlServiceKeys } from "./sql-service-keys.ts";

/** Options for `openStorage`. */
export interface StorageOptions extends Omit<DatabaseOptions, "migrations" | "applicationName"> {
  /** The folder of the migrations. Default: those of this service. */
  readonly migrations?: string;
}

/**
 * Opens the storage of a process and applies migrations; waits for a PostgreSQL server that is
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
    // All claims are from an earlier process, because only one process at a time may use the file.
    await database.transaction(async (client) => {
      await sqlOutbox(client).releaseClaims(clock.now());
      await sqlReplies(client).releaseClaims();
    });
  }
  return repositoryStorage(database, repositories);
}

function repositories(client: SqlClient): Repositories {
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
    replies: sqlReplies(client),
  };
}
