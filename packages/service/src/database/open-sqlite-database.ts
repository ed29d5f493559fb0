import { chmodSync } from "node:fs";
import { dirname } from "node:path";
import {
  type Clock,
  type Logger,
  silentLogger,
  systemClock,
  UnavailableError,
} from "@specwright/runtime";
import { makeFolder } from "../operator/make-folder.ts";
import { applyMigrations } from "./apply-migrations.ts";
import { DatabaseError } from "./database-error.ts";
import { groupCommit } from "./group-commit.ts";
import { lockFile } from "./lock-file.ts";
import { readMigrations } from "./migration.ts";
import { outageLog } from "./outage-log.ts";
import { snapshotReader } from "./snapshot-reader.ts";
import type { SqlDatabase } from "./sql-client.ts";
import { openSqliteConnection, type SqliteConnection } from "./sqlite-connection.ts";
import { untilMigrated } from "./until-migrated.ts";

/** Options for `openSqliteDatabase`. */
export interface SqliteDatabaseOptions {
  /** The database file, created with its folder if missing. */
  readonly file: string;
  readonly clock: Clock;
  /** Default: none. */
  readonly logger?: Logger;
  /** The folder of the migrations. */
  readonly migrations: string;
  /** Whether a different process has opened the file and applies its migrations. Default false. */
  readonly isBeside?: boolean;
}

interface OpenFile {
  readonly writer: SqliteConnection;
  readonly reader: SqliteConnection;
  readonly lock: { release(): void };
}

/**
 * Opens a SQLite file for one process. A second process cannot open it. One connection writes, one
 * transaction after the other, and a second connection reads. All transactions of one turn of the event
 * loop are committed together. Rejects with `DatabaseError`.
 */
export async function openSqliteDatabase(options: SqliteDatabaseOptions): Promise<SqlDatabase> {
  const { writer, reader: connection, lock } = await openFile(options);
  const reader = snapshotReader(connection);
  const { logger = silentLogger } = options;
  const log = outageLog("database", { logger, clock: systemClock });
  const commits = groupCommit(writer, reader.renew);
  let closed = false;

  function requireOpen(): void {
    if (closed) throw new UnavailableError("the storage is closed");
  }

  /**
   * Records in the outage log that the disk is full or broken, and returns the error. The file may be
   * usable again later.
   */
  function noteFailure(error: unknown): unknown {
    if (error instanceof UnavailableError) log.failed(error);
    return error;
  }

  return {
    engine: "sqlite",
    reader: {
      engine: "sqlite",
      async query(text, values) {
        requireOpen();
        try {
          const rows = reader.all(text, values);
          log.worked();
          return rows;
        } catch (error) {
          throw noteFailure(error);
        }
      },
    },
    async transaction(work) {
      requireOpen();
      try {
        const result = await commits.transaction(work);
        log.worked();
        return result;
      } catch (error) {
        throw noteFailure(error);
      }
    },
    async close() {
      if (closed) return;
      closed = true;
      await commits.idle();
      reader.renew();
      connection.close();
      if (options.isBeside !== true) await writer.execute("PRAGMA wal_checkpoint(TRUNCATE)");
      writer.close();
      lock.release();
    },
  };
}

async function openFile(options: SqliteDatabaseOptions): Promise<OpenFile> {
  const { file, clock, migrations, isBeside = false } = options;
  let lock: OpenFile["lock"] | undefined;
  let writer: SqliteConnection | undefined;
  try {
    makeFolder(dirname(file));
    lock = isBeside ? { release() {} } : lockFile(`${file}.lock`);
    if (lock === undefined) {
      throw new DatabaseError("database_in_use", `another process uses ${file}`);
    }
    writer = openSqliteConnection(file);
    // Only the owner may read the file, because it contains password hashes and addresses.
    chmodSync(file, 0o600);
    const steps = readMigrations(migrations);
    if (isBeside) await untilMigrated(writer, steps);
    else await applyMigrations(writer, steps, clock.now());
    return { writer, reader: openSqliteConnection(file, { readOnly: true }), lock };
  } catch (cause) {
    writer?.close();
    lock?.release();
    if (cause instanceof DatabaseError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseError("database_unusable", `cannot use ${file}: ${why}`, { cause });
  }
}
