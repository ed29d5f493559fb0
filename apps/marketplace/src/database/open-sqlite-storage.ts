import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Clock } from "@specwright/runtime";
import { sqlListings } from "../listings/sql-listings.ts";
import { sqlOutbox } from "../mail/sql-outbox.ts";
import { MarketplaceError } from "../marketplace-error.ts";
import { sqlReports } from "../reports/sql-reports.ts";
import { sqlSessions } from "../sessions/sql-sessions.ts";
import type { MarketplaceStorage, Repositories } from "../storage/marketplace-storage.ts";
import type { SqlClient } from "../storage/sql-client.ts";
import { sqlUsers } from "../users/sql-users.ts";
import { applyMigrations } from "./apply-migrations.ts";
import { readMigrations } from "./migration.ts";
import { openSqliteConnection, type SqliteConnection } from "./sqlite-connection.ts";

/** Configures `openSqliteStorage`. */
export interface SqliteStorageOptions {
  /** The database file; it and its folder are made when missing. */
  readonly file: string;
  readonly clock: Clock;
  /** Where the migrations are; default: those of this service. */
  readonly migrations?: string;
}

/**
 * Opens the storage of one process in a SQLite file: one connection writes, one transaction after
 * the other, and another reads. Rejects with `MarketplaceError`.
 */
export async function openSqliteStorage(
  options: SqliteStorageOptions,
): Promise<MarketplaceStorage> {
  const { file, clock } = options;
  const { writer, reader } = await openConnections(file, options.migrations, clock);
  const written = repositories(writer);
  // A claim was of a process that is gone: the file belongs to one at a time.
  await written.outbox.releaseClaims();
  let turn: Promise<unknown> = Promise.resolve();
  let closed = false;

  async function transact<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    writer.execute("BEGIN IMMEDIATE");
    try {
      const result = await work(written);
      writer.execute("COMMIT");
      return result;
    } catch (error) {
      writer.rollBack();
      throw error;
    }
  }

  return {
    committed: repositories(reader),
    transaction(work) {
      if (closed) return Promise.reject(new Error("the storage is closed"));
      const result = turn.then(() => transact(work));
      // Whoever comes next waits, but a failure is not theirs.
      turn = result.catch(() => undefined);
      return result;
    },
    async close() {
      if (closed) return;
      closed = true;
      await turn;
      reader.close();
      writer.execute("PRAGMA wal_checkpoint(TRUNCATE)");
      writer.close();
    },
  };
}

async function openConnections(
  file: string,
  migrations: string | undefined,
  clock: Clock,
): Promise<{ readonly writer: SqliteConnection; readonly reader: SqliteConnection }> {
  let writer: SqliteConnection | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writer = openSqliteConnection(file);
    // It holds password hashes and addresses.
    chmodSync(file, 0o600);
    await applyMigrations(writer, readMigrations(migrations), clock.now());
    return { writer, reader: openSqliteConnection(file, { readOnly: true }) };
  } catch (cause) {
    writer?.close();
    if (cause instanceof MarketplaceError) throw cause;
    throw new MarketplaceError("database_unusable", `cannot use ${file}`, { cause });
  }
}

function repositories(client: SqlClient): Repositories {
  return {
    users: sqlUsers(client),
    sessions: sqlSessions(client),
    listings: sqlListings(client),
    reports: sqlReports(client),
    outbox: sqlOutbox(client),
  };
}
