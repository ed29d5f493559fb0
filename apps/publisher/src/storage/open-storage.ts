import {
  type DatabaseOptions,
  openDatabase,
  repositoryStorage,
  type SqlClient,
  sqlRateWindows,
} from "@specwright/service/database";
import { migrationsFolder } from "./migrations-folder.ts";
import type { PublisherStorage, Repositories } from "./publisher-storage.ts";
import { sqlChanges } from "./sql-changes.ts";
import { sqlDiffs } from "./sql-diffs.ts";
import { sqlFeedKeys } from "./sql-feed-keys.ts";
import { sqlFiles } from "./sql-files.ts";
import { sqlInterfaces } from "./sql-interfaces.ts";
import { sqlJobs } from "./sql-jobs.ts";
import { sqlPages } from "./sql-pages.ts";
import { sqlSubscribers } from "./sql-subscribers.ts";
import { sqlTokens } from "./sql-tokens.ts";
import { sqlVersions } from "./sql-versions.ts";
import { sqlWebhooks } from "./sql-webhooks.ts";

/** Options for `openStorage`. */
export type StorageOptions = Omit<DatabaseOptions, "migrations" | "applicationName">;

/**
 * Opens the storage of a process and applies migrations. Waits while the PostgreSQL server is
 * unavailable. Rejects with `DatabaseError`, or with the reason of the signal.
 */
export async function openStorage(options: StorageOptions): Promise<PublisherStorage> {
  const { database: location, isBeside = false, clock } = options;
  const database = await openDatabase({
    ...options,
    migrations: migrationsFolder,
    applicationName: "publisher",
  });
  if (location.engine === "sqlite" && !isBeside) {
    // Only one process can use a SQLite file, so all existing claims are from an earlier process.
    await database.transaction(async (client) => {
      await sqlJobs(client).releaseAll(clock.now());
      await sqlSubscribers(client).releaseClaims(clock.now());
    });
  }
  return repositoryStorage(database, createRepositories);
}

function createRepositories(client: SqlClient): Repositories {
  return {
    interfaces: sqlInterfaces(client),
    tokens: sqlTokens(client),
    feedKeys: sqlFeedKeys(client),
    versions: sqlVersions(client),
    files: sqlFiles(client),
    changes: sqlChanges(client),
    pages: sqlPages(client),
    diffs: sqlDiffs(client),
    jobs: sqlJobs(client),
    webhooks: sqlWebhooks(client),
    subscribers: sqlSubscribers(client),
    rateWindows: sqlRateWindows(client),
  };
}
