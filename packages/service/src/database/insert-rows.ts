import { createBindings, type SqlClient, type SqlValue } from "./sql-client.ts";

/**
 * The maximum number of rows in a statement. It is constant, because a statement must be prepared
 * separately for each number of rows.
 */
const ROWS = 64;

/** Rows for a table. */
export interface InsertedRows {
  readonly table: string;
  readonly columns: readonly string[];
  /** The values of each row, in the order of the columns. */
  readonly rows: readonly (readonly SqlValue[])[];
  /** Whether rows with an existing key are skipped. Otherwise, such a row is an error. Default false. */
  readonly keepsExisting?: boolean;
}

/** Inserts many rows with few statements. Names of tables and columns are not escaped. */
export async function insertRows(client: SqlClient, inserted: InsertedRows): Promise<void> {
  const { table, columns, rows, keepsExisting = false } = inserted;
  for (let at = 0; at < rows.length; at += ROWS) {
    const { values, bind } = createBindings();
    const tuples = rows.slice(at, at + ROWS).map((row) => `(${row.map(bind).join(", ")})`);
    const insert = `INSERT INTO ${table} (${columns.join(", ")}) VALUES ${tuples.join(", ")}`;
    await client.query(keepsExisting ? `${insert} ON CONFLICT DO NOTHING` : insert, values);
  }
}
