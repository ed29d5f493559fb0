import type { Row, SqlValue } from "./sql-client.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/** Reads committed states. */
export interface SnapshotReader {
  /** Returns the rows of a query. Throws `SqlError`, or `UnavailableError`. */
  all(text: string, values?: readonly SqlValue[]): readonly Row[];
  /** Makes later commits visible to the next query. */
  renew(): void;
}

/**
 * Shares one read transaction among the queries of one turn of the event loop, because taking and
 * releasing file locks costs more than finding a row. Since this process is the only one to use the
 * file, a snapshot stays current until `renew` is called.
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
