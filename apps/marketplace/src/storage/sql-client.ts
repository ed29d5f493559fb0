/** Is what a query may bind. Times are milliseconds, JSON is text. */
export type SqlValue = string | number | null;

/** Is a row as a driver hands it over; `integer`, `text` and their kin read it. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * Runs SQL on one connection. Parameters are `$1`, `$2`, ... in the text, so that the same text
 * runs on SQLite and on PostgreSQL.
 */
export interface SqlClient {
  /** Resolves with the rows, also those of `RETURNING`. Rejects with the driver's error. */
  query(text: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
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
