import {
  type Clock,
  type Logger,
  silentLogger,
  systemClock,
  UnavailableError,
} from "@specwright/runtime";
import { applyMigrations } from "./apply-migrations.ts";
import { DatabaseError } from "./database-error.ts";
import { readMigrations } from "./migration.ts";
import { outageReason } from "./outage-reason.ts";
import type { PostgresClient } from "./postgres-client.ts";
import { mayConnectLater } from "./postgres-error.ts";
import { isStale, type PostgresPool, postgresPool } from "./postgres-pool.ts";
import type { SqlClient, SqlDatabase } from "./sql-client.ts";
import { SqlError, type SqlErrorCode } from "./sql-error.ts";
import { untilAvailable } from "./until-available.ts";

/** Options for `openPostgresDatabase`. */
export interface PostgresDatabaseOptions {
  readonly url: string;
  /** The maximum number of connections of a process. Default 10. */
  readonly connections?: number;
  /**
   * The timeout of a query or a transaction, in milliseconds. It includes the wait for a connection and for
   * locks. Default 10,000.
   */
  readonly timeoutMs?: number;
  readonly clock: Clock;
  /** Default: none. */
  readonly logger?: Logger;
  /** Aborts the wait for an unavailable server. */
  readonly signal?: AbortSignal;
  /** The folder of the migrations. */
  readonly migrations: string;
  /** The name that identifies the connections on the server. */
  readonly applicationName: string;
}

/**
 * The errors after which a transaction is repeated. Two concurrent transactions may insert the same key, or
 * one may delete a row while the other adds a reference to the row. The second transaction then fails; when
 * it is repeated, it sees the result of the first.
 */
const AGAIN: ReadonlySet<SqlErrorCode> = new Set([
  "conflict",
  "unique",
  "foreign_key",
  "stale_statement",
]);
const MAX_RUNS = 5;

/**
 * Opens a PostgreSQL database, which other processes may use too. Waits for an unavailable server, but not
 * for a server that refuses the connection.
 *
 * @throws DatabaseError, or the reason of the signal.
 */
export async function openPostgresDatabase(options: PostgresDatabaseOptions): Promise<SqlDatabase> {
  const { url, connections = 10, timeoutMs = 10_000, logger = silentLogger, signal } = options;
  const { applicationName } = options;
  const pool = postgresPool({ url, connections, timeoutMs, logger, applicationName });
  try {
    await untilAvailable(() => migrateOrClose(pool, options), systemClock, signal);
  } catch (error) {
    // The result is not awaited: the pool may still be opening a connection, and its end would delay the
    // error.
    void pool.close();
    throw error;
  }
  let isClosed = false;

  function runWithRetries<T>(
    use: PostgresPool["lend"],
    work: (client: PostgresClient) => Promise<T>,
    isWorthIt: (error: unknown) => boolean,
  ): Promise<T> {
    if (isClosed) return Promise.reject(new UnavailableError("the storage is closed"));
    return retryWithinTime((leftMs) => use(work, leftMs), isWorthIt, timeoutMs);
  }

  return {
    engine: "postgres",
    reader: {
      engine: "postgres",
      query: (text, values) =>
        runWithRetries(pool.share, (client) => client.query(text, values), isStale),
    },
    transaction: (work) =>
      runWithRetries(pool.lend, (client) => runTransaction(client, work), isConflict),
    close() {
      isClosed = true;
      return pool.close();
    },
  };
}

/** Applies the migrations. Rejects with `UnavailableError` if trying again may help. */
async function migrateOrClose(pool: PostgresPool, options: PostgresDatabaseOptions): Promise<void> {
  try {
    // The time is not limited, because a different process may be migrating, which can take long.
    await pool.lend((client) => runMigrations(client, options), Number.POSITIVE_INFINITY);
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    if (error instanceof UnavailableError && isWorthWaiting(error)) throw error;
    const message = `cannot use the database: ${outageReason(error)}`;
    throw new DatabaseError("database_unusable", message, { cause: error });
  }
}

/**
 * Reports whether waiting may help. If the error has no cause, the server was already known to be
 * unavailable.
 */
function isWorthWaiting({ cause }: UnavailableError): boolean {
  return cause === undefined || mayConnectLater(cause);
}

async function runMigrations(
  client: PostgresClient,
  options: PostgresDatabaseOptions,
): Promise<void> {
  await client.execute("SET lock_timeout = 0; SET statement_timeout = 0");
  await applyMigrations(client, readMigrations(options.migrations), options.clock.now());
  await client.execute("RESET lock_timeout; RESET statement_timeout");
}

async function runTransaction<T>(
  client: PostgresClient,
  work: (client: SqlClient) => Promise<T>,
): Promise<T> {
  client.begin();
  try {
    const result = await work(client);
    await client.commit();
    return result;
  } catch (error) {
    // If the connection is lost, the server has already undone the transaction.
    if (!(error instanceof UnavailableError)) await client.rollback();
    throw error;
  }
}

/** Repeats work after the errors in `AGAIN`, until the time limit is reached. */
async function retryWithinTime<T>(
  run: (leftMs: number) => Promise<T>,
  isWorthIt: (error: unknown) => boolean,
  limitMs: number,
): Promise<T> {
  const startedAt = systemClock.elapsed();
  let leftMs = limitMs;
  for (let runs = 1; ; runs += 1) {
    try {
      return await run(leftMs);
    } catch (error) {
      if (runs === MAX_RUNS || !isWorthIt(error)) throw error;
      leftMs = limitMs - (systemClock.elapsed() - startedAt);
      if (leftMs <= 0) throw new UnavailableError("PostgreSQL is busy", { cause: error });
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof SqlError && AGAIN.has(error.code);
}
