/** A value that a query can bind. Times are milliseconds, JSON is text. */
export type SqlValue = string | number | null;

/** A row as returned by a driver; `integer`, `text` and similar functions read it. */
export type Row = Readonly<Record<string, unknown>>;

/** Names the engines that the service runs on. */
export type SqlEngine = "sqlite" | "postgres";

/**
 * Runs SQL on one connection. Parameters are `$1`, `$2`, ... in the text, so that the same text
 * runs on every engine; integers come back as numbers, JSON as text.
 */
export interface SqlClient {
  readonly engine: SqlEngine;
  /** Resolves with the rows, also those of `RETURNING`. Rejects with `SqlError`, or `UnavailableError`. */
  query(text: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
}

/** An open database. */
export interface SqlDatabase {
  readonly engine: SqlEngine;
  /** Reads outside of transactions: each query sees a committed state of its own. */
  readonly reader: SqlClient;
  /**
   * Runs `work` in one transaction: all of it is durable when this resolves, none of it happened
   * when it rejects. Where others may write at the same time `work` runs again when they were in
   * its way, so it changes nothing but the database. Rejects with what `work` threw, `SqlError`,
   * or `UnavailableError`: when the answer to the commit is lost, nobody knows whether it was done.
   */
  transaction<T>(work: (client: SqlClient) => Promise<T>): Promise<T>;
  /** Waits for the transactions under way, then lets go of files and connections. */
  close(): Promise<void>;
}

/** Writes what has rows that a SELECT finds stay as they are until the transaction ends. */
export function forUpdate({ engine }: SqlClient): string {
  // In SQLite a transaction that writes is alone.
  return engine === "postgres" ? "FOR UPDATE" : "";
}

/** Writes what makes a SELECT pass over rows that another transaction holds, and hold its own. */
export function forUpdateSkipLocked({ engine }: SqlClient): string {
  return engine === "postgres" ? "FOR UPDATE SKIP LOCKED" : "";
}

/** Collects the values of a query while its text is put together. */
export interface Bindings {
  readonly values: readonly SqlValue[];
  /** Notes a value and gives its placeholder. */
  bind(value: SqlValue): string;
}

/** Starts a query without values. */
export function bindings(): Bindings {
  const values: SqlValue[] = [];
  return {
    values,
    bind(value) {
      values.push(value);
      return `$${values.length}`;
    },
  };
}
