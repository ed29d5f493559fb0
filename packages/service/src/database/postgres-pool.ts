import type { Duplex } from "node:stream";
import { type Logger, sleep, systemClock, UnavailableError } from "@specwright/runtime";
import { Client, Pool, type PoolClient } from "pg";
import { outageLog } from "./outage-log.ts";
import { type PostgresClient, postgresClient, postgresTypes } from "./postgres-client.ts";
import { isConnectionLost } from "./postgres-error.ts";
import { SqlError } from "./sql-error.ts";

/** Options of `postgresPool`. */
export interface PostgresPoolOptions {
  readonly url: string;
  /** The maximum number of connections. */
  readonly connections: number;
  /** The timeout of work, including the wait for a connection, in milliseconds. */
  readonly timeoutMs: number;
  readonly logger: Logger;
  /** The name that identifies the connections on the server. */
  readonly applicationName: string;
}

/** A pool of connections. The server may stop, hang and return at any time. */
export interface PostgresPool {
  /**
   * Lends a connection. Connections that are broken or have outdated statements are not reused. If work
   * exceeds its time limit, its connection is closed. Rejects with `UnavailableError` if no connection is
   * available. While the server is known to be unavailable, rejects at once.
   */
  lend<T>(work: (client: PostgresClient) => Promise<T>, limitMs?: number): Promise<T>;
  /**
   * Runs one statement on a shared connection. The statement does not wait for the answers to other
   * statements. This saves most of the system calls. In all other respects, works like `lend`.
   */
  share<T>(work: (client: PostgresClient) => Promise<T>, limitMs?: number): Promise<T>;
  close(): Promise<void>;
}

/** A connection that statements share. It is returned to the pool when all of them are answered. */
interface SharedConnection {
  readonly connection: Promise<PoolClient>;
  /** The arrival times of the pending statements. Statements are answered in this order. */
  readonly arrivals: number[];
  isBroken: boolean;
}

/**
 * The maximum age of the oldest pending statement on a shared connection, in milliseconds. Beyond this age,
 * no further statements join, so that they do not wait behind a slow statement.
 */
const JOIN_MS = 10;
const PROBE_MS = 2_000;
const PROBE_EVERY_MS = 500;

// Timeouts use the system clock, because a test clock has no effect on the server.
const clock = systemClock;

/** Creates a pool. The pool connects only when there is work. */
export function postgresPool(options: PostgresPoolOptions): PostgresPool {
  const { url, connections, timeoutMs, logger, applicationName } = options;
  const settings = {
    connectionString: url,
    types: postgresTypes,
    application_name: applicationName,
    keepAlive: true,
    pipeline: true,
    // The server also cancels statements for which no caller waits any more.
    statement_timeout: timeoutMs,
    lock_timeout: Math.ceil(timeoutMs / 2),
    idle_in_transaction_session_timeout: 60_000,
  };
  const pool = new Pool({ ...settings, max: connections, connectionTimeoutMillis: timeoutMs });
  // The pool handles errors only on idle connections, and an unhandled error event would end the process.
  // Callers with a pending query receive the error from the query. An idle connection is replaced.
  pool.on("connect", (client) => client.on("error", ignoreError));
  pool.on("error", ignoreError);
  const log = outageLog("database", { logger, clock });
  const closed = new AbortController();
  /** Set while the server may be unavailable. Resolves with the result of the first check. */
  let outage: Promise<boolean> | undefined;

  function noteOutage(cause: unknown): void {
    log.failed(cause);
    if (outage !== undefined || closed.signal.aborted) return;
    const first = isAvailable();
    outage = first;
    void awaitRecovery(first);
  }

  async function awaitRecovery(first: Promise<boolean>): Promise<void> {
    for (let asked = first; !(await asked) && !closed.signal.aborted; asked = isAvailable()) {
      await sleep(clock, PROBE_EVERY_MS, closed.signal).catch(ignoreError);
    }
    outage = undefined;
  }

  /** Checks with a separate connection, because all connections of the pool may be waiting. */
  async function isAvailable(): Promise<boolean> {
    const probeMs = Math.min(PROBE_MS, timeoutMs);
    const client = new Client({ ...settings, connectionTimeoutMillis: probeMs });
    client.on("error", ignoreError);
    const cancel = clock.setTimer(probeMs, () => void client.end());
    try {
      await client.connect();
      await client.query("SELECT 1");
      log.worked();
      return true;
    } catch (error) {
      log.failed(error);
      return false;
    } finally {
      cancel();
      void client.end();
    }
  }

  async function openConnection(): Promise<PoolClient> {
    if (outage !== undefined && !(await outage))
      throw new UnavailableError("PostgreSQL is unreachable");
    try {
      return await pool.connect();
    } catch (cause) {
      noteOutage(cause);
      throw new UnavailableError("no connection to PostgreSQL", { cause });
    }
  }

  const shared = new Set<SharedConnection>();

  function joinShared(now: number): SharedConnection {
    for (const each of shared) if (now - (each.arrivals[0] ?? now) <= JOIN_MS) return each;
    const opened = { connection: openConnection(), arrivals: [], isBroken: false };
    shared.add(opened);
    return opened;
  }

  /** Closes a connection with pending statements, so that these statements fail. */
  function closeConnection(connection: PoolClient, limitMs: number): void {
    noteOutage(new Error(`no answer within ${limitMs} ms`));
    connectionSocket(connection).destroy();
  }

  return {
    async lend(work, limitMs = timeoutMs) {
      const startedAt = clock.elapsed();
      const connection = await openConnection();
      let isBroken = false;
      const leftMs = Math.max(1, limitMs - (clock.elapsed() - startedAt));
      const cancel = clock.setTimer(leftMs, () => {
        isBroken = true;
        closeConnection(connection, limitMs);
      });
      try {
        const result = await work(postgresClient(connection));
        log.worked();
        return result;
      } catch (error) {
        isBroken ||= error instanceof UnavailableError || isStale(error);
        if (isConnectionLost(error)) noteOutage(error);
        throw error;
      } finally {
        cancel();
        connection.release(isBroken);
      }
    },
    async share(work, limitMs = timeoutMs) {
      const startedAt = clock.elapsed();
      const own = joinShared(startedAt);
      own.arrivals.push(startedAt);
      let cancel: (() => void) | undefined;
      try {
        const connection = await own.connection;
        const leftMs = Math.max(1, limitMs - (clock.elapsed() - startedAt));
        cancel = clock.setTimer(leftMs, () => closeConnection(connection, limitMs));
        const result = await work(postgresClient(connection));
        log.worked();
        return result;
      } catch (error) {
        if (error instanceof UnavailableError || isStale(error)) {
          own.isBroken = true;
          shared.delete(own);
        }
        if (isConnectionLost(error)) noteOutage(error);
        throw error;
      } finally {
        cancel?.();
        own.arrivals.shift();
        if (own.arrivals.length === 0) {
          shared.delete(own);
          own.connection.then((connection) => connection.release(own.isBroken), ignoreError);
        }
      }
    },
    async close() {
      if (closed.signal.aborted) return;
      closed.abort();
      await pool.end();
    },
  };
}

/** Reports whether a prepared statement is outdated because a table has changed. */
export function isStale(error: unknown): boolean {
  return error instanceof SqlError && error.code === "stale_statement";
}

/** Returns the socket. The driver itself would not close it while a statement runs. */
function connectionSocket(connection: PoolClient): Duplex {
  return (connection as unknown as { readonly connection: { readonly stream: Duplex } }).connection
    .stream;
}

function ignoreError(): void {}
