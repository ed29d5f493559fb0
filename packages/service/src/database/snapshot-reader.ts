import type { Row, SqlValue } from "./sql-client.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/** Reads committed states. */
export interface SnapshotReader {
  /** Returns the rows of a query. Throws `SqlError`, or `UnavailableError`. */
  all(text: string, values?: readonly SqlValue[]): readonly Row[];
  /** Ends the snapshot, so that the next query sees later commits. */
  renew(): void;
}

/**
 * Creates a reader whose queries in one turn of the event loop share a read transaction, because locking
 * and unlocking the file takes longer than finding a row. Only this process uses the file, so a snapshot
 * stays current until `renew` is called.
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
