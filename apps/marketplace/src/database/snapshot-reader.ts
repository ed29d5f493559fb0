import type { SqlClient } from "../storage/sql-client.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/** Reads committed states. */
export interface SnapshotReader extends SqlClient {
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
    engine: connection.engine,
    async query(text, values) {
      if (!isOpen) {
        connection.beginRead();
        isOpen = true;
        setImmediate(renew);
      }
      return await connection.query(text, values);
    },
    renew,
  };
}
