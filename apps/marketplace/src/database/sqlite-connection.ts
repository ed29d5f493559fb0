import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Row, SqlValue } from "../storage/sql-client.ts";
import type { MigrationClient } from "./apply-migrations.ts";
import { sqliteError } from "./sqlite-error.ts";

/** An open connection to a SQLite file. */
export interface SqliteConnection extends MigrationClient {
  /** Whether a transaction is under way. */
  readonly isTransaction: boolean;
  /** Returns the rows of a query. Throws `SqlError`, or `UnavailableError`. */
  all(text: string, values?: readonly SqlValue[]): readonly Row[];
  /** Runs a statement that takes no values and is kept prepared. Throws `SqlError`, or `UnavailableError`. */
  command(text: string): void;
  /** Starts a transaction that reads, unless one is under way: all its queries see one state. */
  beginRead(): void;
  /** Undoes the transaction at hand; a failed commit may have done so. */
  rollBack(): void;
  close(): void;
}

/** Configures `openSqliteConnection`. */
export interface SqliteConnectionOptions {
  /** Default false. */
  readonly readOnly?: boolean;
}

/**
 * Opens a SQLite file in WAL mode with synchronous FULL: what is committed survives a power cut.
 * Statements are prepared once each. Throws the driver's error.
 */
export function openSqliteConnection(
  file: string,
  options: SqliteConnectionOptions = {},
): SqliteConnection {
  const { readOnly = false } = options;
  const database = new DatabaseSync(file, { readOnly, timeout: 5_000 });
  try {
    // A reader takes the mode that the file has.
    if (!readOnly) database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = 0");
    // What was deleted, such as a mail with a key, does not stay in the file.
    if (!readOnly) database.exec("PRAGMA secure_delete = FAST");
  } catch (error) {
    database.close();
    throw error;
  }
  const statements = new Map<string, Prepared>();

  function prepared(text: string): Prepared {
    const known = statements.get(text);
    if (known !== undefined) return known;
    // SQLite reads $1 as a name; what it calls ?1 is bound by its place.
    const statement = database.prepare(text.replaceAll(/\$(\d+)/g, "?$1"));
    statement.setReturnArrays(true);
    const made = { statement, columns: columnsOf(statement) };
    statements.set(text, made);
    return made;
  }

  function all(text: string, values: readonly SqlValue[] = []): readonly Row[] {
    try {
      return rowsOf(prepared(text), values);
    } catch (error) {
      throw sqliteError(error);
    }
  }

  return {
    engine: "sqlite",
    all,
    async query(text, values) {
      return all(text, values);
    },
    async execute(text) {
      try {
        database.exec(text);
      } catch (error) {
        throw sqliteError(error);
      }
    },
    get isTransaction() {
      return database.isTransaction;
    },
    command(text) {
      try {
        prepared(text).statement.run();
      } catch (error) {
        throw sqliteError(error);
      }
    },
    beginRead() {
      if (!database.isTransaction) prepared("BEGIN").statement.run();
    },
    rollBack() {
      if (database.isTransaction) prepared("ROLLBACK").statement.run();
    },
    close() {
      statements.clear();
      database.close();
    },
  };
}

/** A statement with the names of its columns. */
interface Prepared {
  readonly statement: StatementSync;
  columns: readonly string[];
}

function columnsOf(statement: StatementSync): readonly string[] {
  return statement.columns().map(({ name }) => name);
}

/** Runs a query. The driver would make objects too, but of a kind that takes twice as long. */
function rowsOf(prepared: Prepared, values: readonly SqlValue[]): readonly Row[] {
  const found: readonly unknown[] = prepared.statement.all(...values);
  return found.map((cells) => rowOf(prepared, Array.isArray(cells) ? cells : []));
}

function rowOf(prepared: Prepared, cells: readonly unknown[]): Row {
  // A table that has changed since the statement was prepared.
  if (cells.length !== prepared.columns.length) prepared.columns = columnsOf(prepared.statement);
  const { columns } = prepared;
  const row: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at += 1) row[columns[at] ?? ""] = cells[at];
  return row;
}
