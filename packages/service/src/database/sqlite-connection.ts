import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { MigrationClient } from "./apply-migrations.ts";
import type { Row, SqlValue } from "./sql-client.ts";
import { sqliteError } from "./sqlite-error.ts";

/** An open connection to a SQLite file. */
export interface SqliteConnection extends MigrationClient {
  /** Whether a transaction is under way. */
  readonly isTransaction: boolean;
  /** Returns the rows of a query. Throws `SqlError`, or `UnavailableError`. */
  all(text: string, values?: readonly SqlValue[]): readonly Row[];
  /** Runs a statement without values, and keeps it prepared. Throws `SqlError`, or `UnavailableError`. */
  command(text: string): void;
  /** Starts a read transaction, unless a transaction is open, so that all queries see the same state. */
  beginRead(): void;
  /** Rolls back the open transaction, unless a failed commit has already done so. */
  rollBack(): void;
  close(): void;
}

/** Options for `openSqliteConnection`. */
export interface SqliteConnectionOptions {
  /** Default false. */
  readonly readOnly?: boolean;
}

/**
 * Opens a SQLite file in WAL mode with `synchronous = FULL`, so that commits survive a power failure. Each
 * statement is prepared once. Throws the error of the driver.
 */
export function openSqliteConnection(
  file: string,
  options: SqliteConnectionOptions = {},
): SqliteConnection {
  const { readOnly = false } = options;
  const database = new DatabaseSync(file, { readOnly, timeout: 5_000 });
  try {
    // A reader uses the journal mode of the file.
    if (!readOnly) database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = 0");
    // Deleted data, such as a mail with a key, must not stay in the file.
    if (!readOnly) database.exec("PRAGMA secure_delete = FAST");
  } catch (error) {
    database.close();
    throw error;
  }
  const statements = new Map<string, Prepared>();

  function prepareOnce(text: string): Prepared {
    const known = statements.get(text);
    if (known !== undefined) return known;
    // SQLite treats $1 as a named parameter, and ?1 as a positional one.
    const statement = database.prepare(text.replaceAll(/\$(\d+)/g, "?$1"));
    statement.setReturnArrays(true);
    const made = { statement, columns: columnNames(statement) };
    statements.set(text, made);
    return made;
  }

  function all(text: string, values: readonly SqlValue[] = []): readonly Row[] {
    try {
      return readRows(prepareOnce(text), values);
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
        prepareOnce(text).statement.run();
      } catch (error) {
        throw sqliteError(error);
      }
    },
    beginRead() {
      if (!database.isTransaction) prepareOnce("BEGIN").statement.run();
    },
    rollBack() {
      if (database.isTransaction) prepareOnce("ROLLBACK").statement.run();
    },
    close() {
      statements.clear();
      database.close();
    },
  };
}

/** A prepared statement, and the names of its columns. */
interface Prepared {
  readonly statement: StatementSync;
  columns: readonly string[];
}

function columnNames(statement: StatementSync): readonly string[] {
  return statement.columns().map(({ name }) => name);
}

/**
 * Runs a query and creates the row objects here, because reading takes twice as long if the driver creates
 * them.
 */
function readRows(prepared: Prepared, values: readonly SqlValue[]): readonly Row[] {
  const found: readonly unknown[] = prepared.statement.all(...values);
  return found.map((cells) => rowFromCells(prepared, Array.isArray(cells) ? cells : []));
}

function rowFromCells(prepared: Prepared, cells: readonly unknown[]): Row {
  // The table has changed since the statement was prepared.
  if (cells.length !== prepared.columns.length) prepared.columns = columnNames(prepared.statement);
  const { columns } = prepared;
  const row: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at += 1) row[columns[at] ?? ""] = cells[at];
  return row;
}
