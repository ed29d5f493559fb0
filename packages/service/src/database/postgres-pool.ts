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
  /** How long work may take, including the wait for a connection, in milliseconds. */
  readonly timeoutMs: number;
  readonly logger: Logger;
  /** The name by which the server knows the connections. */
  readonly applicationName: string;
}

/** Connections to a server that may stop, hang and return at any time. */
export interface PostgresPool {
  /**
   * Lends a connection. Broken connections, and connections with outdated statements, are not reused. If
   * work exceeds its limit, its connection is closed. Rejects with `UnavailableError` if no connection is
   * available, and at once while the server is known to be unavailable.
   */
  lend<T>(work: (client: PostgresClient) => Promise<T>, limitMs?: number): Promise<T>;
  /**
   * Runs one statement on a shared connection. The statement does not wait for the answers to other
   * statements, which saves most of the system calls. Apart from that, works like `lend`.
   */
  share<T>(work: (client: PostgresClient) => Promise<T>, limitMs?: number): Promise<T>;
  close(): Promise<void>;
}

/** A connection that statements share until all of them are answered. */
interface SharedConnection {
  readonly connection: Promise<PoolClient>;
  /** When the pending statements arrived; they are answered in this order. */
  readonly arrivals: number[];
  isBroken: boolean;
}

/**
 * The maximum age of the oldest pending statement of a connection that more statements join, in
 * milliseconds. It limits the wait behind a slow statement.
 */
const JOIN_MS = 10;
const PROBE_MS = 2_000;
const PROBE_EVERY_MS = 500;

// Timeouts use the system clock, because the server does not know a clock of tests.
const clock = systemClock;

/** Creates a pool, which connects when there is work. */
export function postgresPool(options: PostgresPoolOptions): PostgresPool {
  const { url, connections, timeoutMs, logger, applicationName } = options;
  const settings = {
    connectionString: url,
    types: postgresTypes,
    application_name: applicationName,
    keepAlive: true,
    pipeline: true,
    // The server also cancels statements that no caller waits for any more.
    statement_timeout: timeoutMs,
    lock_timeout: Math.ceil(timeoutMs / 2),
    idle_in_transaction_session_timeout: 60_000,
  };
  const pool = new Pool({ ...settings, max: connections, connectionTimeoutMillis: timeoutMs });
  // The pool listens for errors only on idle connections, and an unhandled error event ends the
  // process. Callers with a pending query see the error there; an idle connection is replaced.
  pool.on("connect", (client) => client.on("error", ignoreError));
  pool.on("error", ignoreError);
  const log = outageLog("database", { logger, clock });
  const closed = new AbortController();
  /** Resolves with the first result of checking whether the server is available. */
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

  /** Closes a connection while statements are pending, so that these fail. */
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

/** Returns the socket, which the driver would not close during a statement. */
function connectionSocket(connection: PoolClient): Duplex {
  return (connection as unknown as { readonly connection: { readonly stream: Duplex } }).connection
    .stream;
}

function ignoreError(): void {}
