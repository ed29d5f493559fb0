import type { Clock, Logger } from "@specwright/runtime";
import { openPostgresDatabase } from "./open-postgres-database.ts";
import { openSqliteDatabase } from "./open-sqlite-database.ts";
import type { SqlDatabase } from "./sql-client.ts";

/** The location of the data of a service. */
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

/** Options for `openDatabase`. */
export interface DatabaseOptions {
  readonly database: DatabaseLocation;
  readonly clock: Clock;
  /** The folder of the migrations. */
  readonly migrations: string;
  /** The name that identifies the connections on a PostgreSQL server. */
  readonly applicationName: string;
  /**
   * Receives one entry when the database becomes unavailable and one when it returns. Default:
   * none.
   */
  readonly logger?: Logger;
  /** Aborts the wait for an unavailable database. */
  readonly signal?: AbortSignal;
  /** Whether a different process has opened the SQLite file and applies its migrations. Default false. */
  readonly isBeside?: boolean;
}

/**
 * Opens a database and applies migrations. If a PostgreSQL server is unavailable, waits for it. Rejects
 * with `DatabaseError`, or with the reason of the signal.
 */
export function openDatabase(options: DatabaseOptions): Promise<SqlDatabase> {
  const { database, isBeside = false, ...setup } = options;
  return database.engine === "sqlite"
    ? openSqliteDatabase({ ...setup, ...database, isBeside })
    : openPostgresDatabase({ ...setup, ...database });
}
