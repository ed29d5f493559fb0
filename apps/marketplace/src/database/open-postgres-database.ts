import type { Clock } from "@specwright/runtime";
import { Pool } from "pg";
import { MarketplaceError } from "../marketplace-error.ts";
import type { SqlClient, SqlDatabase } from "../storage/sql-client.ts";
import { SqlError, type SqlErrorCode } from "../storage/sql-error.ts";
import { applyMigrations } from "./apply-migrations.ts";
import { readMigrations } from "./migration.ts";
import { type PostgresClient, postgresClient, postgresTypes } from "./postgres-client.ts";

/** Configures `openPostgresDatabase`. */
export interface PostgresDatabaseOptions {
  readonly url: string;
  /** How many connections a process may have. Default 10. */
  readonly connections?: number;
  readonly clock: Clock;
  /** Where the migrations are; default: those of this service. */
  readonly migrations?: string;
}

/** Bounds how long a query, a wait for a lock and an idle transaction may take, in milliseconds. */
const LIMITS = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
} as const;

/**
 * Lists after what a transaction runs again. A key that two take at once counts, and a row that goes
 * while another comes to point to it: whoever comes second sees so when it looks again, and can say
 * so.
 */
const AGAIN: ReadonlySet<SqlErrorCode> = new Set([
  "conflict",
  "unique",
  "foreign_key",
  "stale_statement",
]);
const MAX_RUNS = 5;

/** Opens a PostgreSQL database, which other processes may share. Rejects with `MarketplaceError`. */
export async function openPostgresDatabase(options: PostgresDatabaseOptions): Promise<SqlDatabase> {
  const { url, connections = 10 } = options;
  const pool = new Pool({
    connectionString: url,
    max: connections,
    types: postgresTypes,
    application_name: "marketplace",
    ...LIMITS,
  });
  // An idle connection that breaks is replaced by the pool; whoever needs it next sees no more of it.
  pool.on("error", () => undefined);
  try {
    await withConnection(pool, (client) => migrate(client, options));
  } catch (cause) {
    await pool.end();
    if (cause instanceof MarketplaceError) throw cause;
    throw new MarketplaceError("database_unusable", "cannot use the database of the URL", {
      cause,
    });
  }
  let closing: Promise<void> | undefined;

  return {
    engine: "postgres",
    reader: {
      engine: "postgres",
      query: (text, values) =>
        again(() => withConnection(pool, (client) => client.query(text, values)), isStale),
    },
    transaction(work) {
      if (closing !== undefined) return Promise.reject(new Error("the storage is closed"));
      return again(() => withConnection(pool, (client) => transact(client, work)), isInTheWay);
    },
    close() {
      closing ??= pool.end();
      return closing;
    },
  };
}

async function migrate(client: PostgresClient, options: PostgresDatabaseOptions): Promise<void> {
  // Another process may be at it, and take its time.
  await client.execute("SET lock_timeout = 0; SET statement_timeout = 0");
  await applyMigrations(client, readMigrations(options.migrations), options.clock.now());
  await client.execute("RESET lock_timeout; RESET statement_timeout");
}

async function transact<T>(
  client: PostgresClient,
  work: (client: SqlClient) => Promise<T>,
): Promise<T> {
  await client.execute("BEGIN");
  try {
    const result = await work(client);
    await client.commit();
    return result;
  } catch (error) {
    await client.execute("ROLLBACK");
    throw error;
  }
}

/** Lends a connection; one that broke, or whose statements went stale, is not lent again. */
async function withConnection<T>(
  pool: Pool,
  work: (client: PostgresClient) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect().catch((cause: unknown) => {
    throw new SqlError("unavailable", "no connection to PostgreSQL", { cause });
  });
  let isBroken = false;
  try {
    return await work(postgresClient(connection));
  } catch (error) {
    isBroken = isStale(error) || (error instanceof SqlError && error.code === "unavailable");
    throw error;
  } finally {
    connection.release(isBroken);
  }
}

async function again<T>(run: () => Promise<T>, isWorthIt: (error: unknown) => boolean): Promise<T> {
  for (let left = MAX_RUNS - 1; ; left -= 1) {
    try {
      return await run();
    } catch (error) {
      if (left === 0 || !isWorthIt(error)) throw error;
    }
  }
}

function isInTheWay(error: unknown): boolean {
  return error instanceof SqlError && AGAIN.has(error.code);
}

function isStale(error: unknown): boolean {
  return error instanceof SqlError && error.code === "stale_statement";
}
