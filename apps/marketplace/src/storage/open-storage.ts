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

/** Where the data is. */
export type DatabaseLocation =
  | {
      readonly engine: "sqlite";
      /** The database file; it and its folder are made when missing. One process may have it. */
      readonly file: string;
    }
  | {
      readonly engine: "postgres";
      /** `postgres://user:password@host:port/database`. Any number of processes may share it. */
      readonly url: string;
      /** How many connections a process may have. Default 10. */
      readonly connections?: number;
      /** How long a query or a transaction may take in all, in milliseconds. Default 10,000. */
      readonly timeoutMs?: number;
    };

/** Options for `openStorage`. */
export interface StorageOptions {
  readonly database: DatabaseLocation;
  readonly clock: Clock;
  /** Receives one entry when the database goes away, and one when it is back. Default: none. */
  readonly logger?: Logger;
  /** Ends the wait for a database that is away. */
  readonly signal?: AbortSignal;
  /** Where the migrations are; default: those of this service. */
  readonly migrations?: string;
  /** Whether another process has the SQLite file, and keeps it in shape. Default false. */
  readonly isBeside?: boolean;
}

/**
 * Opens the storage of a process and brings it up to date; a PostgreSQL server that is away is
 * waited for. Rejects with `MarketplaceError`, or with the reason of the signal.
 */
export async function openStorage(options: StorageOptions): Promise<MarketplaceStorage> {
  const { database: location, isBeside = false, ...setup } = options;
  const { clock } = setup;
  const database =
    location.engine === "sqlite"
      ? await openSqliteDatabase({ ...setup, ...location, isBeside })
      : await openPostgresDatabase({ ...setup, ...location });
  if (location.engine === "sqlite" && !isBeside) {
    // All claims are from an earlier process, since only one process at a time may use the file.
    await database.transaction(async (client) => {
      await sqlOutbox(client).releaseClaims(clock.now());
      await sqlReplies(client).releaseClaims();
    });
  }
  const known = new WeakMap<SqlClient, Repositories>();

  /** Returns the repositories of a connection, which stay the same for all its transactions. */
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
