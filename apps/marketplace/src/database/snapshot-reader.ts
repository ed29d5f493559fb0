import type { Row, SqlValue } from "../storage/sql-client.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/** Reads committed states. */
export interface SnapshotReader {
  /** Returns the rows of a query. Throws `SqlError`, or `UnavailableError`. */
  all(text: string, values?: readonly SqlValue[]): readonly Row[];
  /** Lets the next query see what has been committed since. */
  renew(): void;
}

/**
 * Has the queries of one turn of the event loop share one read transaction: to take and give back
 * the locks of a file costs more than to find a row in it. The process has the file to itself, so
 * that a state is the latest until `renew` is called.
 */
export function snapshotReader(connection: SqliteConnection): SnapshotReader {
  let isOpen = false;

  function renew(): void {
    if (!isOpen) return;
    isOpen = false;
    connection.rollBack();
  }

  return {
    all(text, values) {
      if (!isOpen) {
        connection.beginRead();
        isOpen = true;
        setImmediate(renew);
      }
      return connection.all(text, values);
    },
    renew,
  };
}
