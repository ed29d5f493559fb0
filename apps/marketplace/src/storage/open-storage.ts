import type { Logger } from "@specwright/rest-server";
import type { Clock } from "@specwright/runtime";
import { sqlAttachments } from "../attachments/sql-attachments.ts";
import { sqlAudit } from "../audit/sql-audit.ts";
import { openPostgresDatabase } from "../database/open-postgres-database.ts";
import { openSqliteDatabase } from "../database/open-sqlite-database.ts";
import { sqlReplies } from "../idempotency/sql-replies.ts";
import { sqlListings } from "../listings/sql-listings.ts";
import { sqlOutbox } from "../mail/sql-outbox.ts";
import { sqlMailedKeys } from "../mailed-keys/sql-mailed-keys.ts";
import { sqlRateWindows } from "../rate-limits/sql-rate-windows.ts";
import { sqlReports } from "../reports/sql-reports.ts";
import { sqlSessions } from "../sessions/sql-sessions.ts";
import { sqlUsers } from "../users/sql-users.ts";
import type { MarketplaceStorage, Repositories } from "./marketplace-storage.ts";
import type { SqlClient } from "./sql-client.ts";
import { sqlServiceKeys } from "./sql-service-keys.ts";

/** The location of the data. */
export type DatabaseLocation =
  | {
      readonly engine: "sqlite";
      /** The database file, created with its folder if missing. Only one process may use it. */
      readonly file: string;
    }
  | {
      readonly engine: "postgres";
      /** `postgres://user:password@host:port/database`. Any number of processes may share it. */
      readonly url: string;
      /** The maximum number of connections of a process. Default 10. */
      readonly connections?: number;
      /** The timeout of a query or a transaction, in milliseconds. Default 10,000. */
      readonly timeoutMs?: number;
    };

/** Options for `openStorage`. */
export interface StorageOptions {
  readonly database: DatabaseLocation;
  readonly clock: Clock;
  /**
   * Receives one entry when the database becomes unavailable and one when it returns. Default:
   * none.
   */
  readonly logger?: Logger;
  /** Ends the wait for an unavailable database. */
  readonly signal?: AbortSignal;
  /** The folder of the migrations. Default: those of this service. */
  readonly migrations?: string;
  /** Whether another process uses the SQLite file and maintains it. Default false. */
  readonly isBeside?: boolean;
}

/**
 * Opens the storage of a process and applies migrations; waits for a PostgreSQL server that is
 * unavailable. Rejects with `MarketplaceError`, or with the reason of the signal.
 */
export async function openStorage(options: StorageOptions): Promise<MarketplaceStorage> {
  const { database: location, isBeside = false, ...setup } = options;
  const { clock } = setup;
  const database =
    location.engine === "sqlite"
      ? await openSqliteDatabase({ ...setup, ...location, isBeside })
      : await openPostgresDatabase({ ...setup, ...location });
  if (location.engine === "sqlite" && !isBeside) {
    // All claims are from an earlier process, because only one process at a time may use the file.
    await database.transaction(async (client) => {
      await sqlOutbox(client).releaseClaims(clock.now());
      await sqlReplies(client).releaseClaims();
    });
  }
  const known = new WeakMap<SqlClient, Repositories>();

  /** Returns the repositories of a connection; all its transactions use the same ones. */
  function repositoriesOf(client: SqlClient): Repositories {
    const own = known.get(client) ?? repositories(client);
    known.set(client, own);
    return own;
  }

  return {
    committed: repositories(database.reader),
    transaction: (work) => database.transaction((client) => work(repositoriesOf(client))),
    async ping() {
      await database.reader.query("SELECT 1 AS one");
    },
    close: () => database.close(),
  };
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
