/** A value that a query can bind. Times are in milliseconds, and JSON is text. */
export type SqlValue = string | number | null | Uint8Array;

/** A row as the driver returns it. `readInteger`, `readText` and similar functions read its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** The engines that a service can use. */
export type SqlEngine = "sqlite" | "postgres";

/**
 * Runs SQL on one connection. Parameters are `$1`, `$2`, ... in the text, so that the same text works with
 * every engine. Integers are returned as numbers, JSON as text.
 */
export interface SqlClient {
  readonly engine: SqlEngine;
  /**
   * Resolves with the rows, including the rows of `RETURNING`. Rejects with `SqlError`, or
   * `UnavailableError`.
   */
  query(text: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
}

/** An open database. */
export interface SqlDatabase {
  readonly engine: SqlEngine;
  /** Reads outside of transactions: each query sees the latest committed state. */
  readonly reader: SqlClient;
  /**
   * Runs `work` in one transaction. If the promise resolves, the transaction is durable; if it rejects, the
   * transaction has no effect. After a conflict with concurrent transactions, `work` is repeated, so it
   * must change only the database. Rejects with the error of `work`, `SqlError`, or `UnavailableError`.
   * After an `UnavailableError`, the transaction may have been committed, because the answer to the commit
   * may have been lost.
   */
  transaction<T>(work: (client: SqlClient) => Promise<T>): Promise<T>;
  /** Waits for pending transactions, then releases files and connections. */
  close(): Promise<void>;
}

/** Returns the clause with which a SELECT locks its rows until the transaction ends. */
export function forUpdate({ engine }: SqlClient): string {
  // In SQLite, only one transaction writes at a time.
  return engine === "postgres" ? "FOR UPDATE" : "";
}

/**
 * Returns the clause with which a SELECT locks its rows, and skips rows that a different transaction has
 * locked.
 */
export function forUpdateSkipLocked({ engine }: SqlClient): string {
  return engine === "postgres" ? "FOR UPDATE SKIP LOCKED" : "";
}

/** Collects the values of a query while its text is put together. */
export interface Bindings {
  readonly values: readonly SqlValue[];
  /** Adds a value and returns its placeholder. */
  bind(value: SqlValue): string;
}

/** Starts a query without values. */
export function createBindings(): Bindings {
  const values: SqlValue[] = [];
  return {
    values,
    bind(value) {
      values.push(value);
      return `$${values.length}`;
    },
  };
}
