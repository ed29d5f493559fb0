// All transactions of one turn of the event loop are committed together, because syncing the log of a
// SQLite file to the disk takes longer than changing a few rows. Each transaction has its own savepoint.

import type { SqlClient } from "./sql-client.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/** Runs transactions on a connection, one after the other. */
export interface GroupCommit {
  /**
   * Runs `work` in a transaction. Settles once the commit of the transaction is durable or has failed. If
   * `work` fails, only its own writes are undone.
   */
  transaction<T>(work: (client: SqlClient) => Promise<T>): Promise<T>;
  /** Waits until every transaction has ended. */
  idle(): Promise<void>;
}

/** Transactions that share a commit. */
interface Group {
  /** Resolves once all transactions that have joined the group so far have run. */
  ran: Promise<void>;
  /** Settles with the result of the commit. */
  readonly committed: PromiseWithResolvers<void>;
  /** Set if this group cannot be committed. All its transactions then fail with this error. */
  failure?: { readonly error: unknown };
}

type Outcome<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "failed"; readonly error: unknown };

/**
 * Creates the loop that commits groups. `onCommitted` is called after a commit, before any caller is
 * notified.
 */
export function groupCommit(connection: SqliteConnection, onCommitted: () => void): GroupCommit {
  /** The group that new transactions of this turn join. */
  let open: Group | undefined;
  /** Resolves once all groups that accept no more transactions have ended. */
  let ended: Promise<void> = Promise.resolve();

  function openGroup(): Group {
    const committed = Promise.withResolvers<void>();
    // Callers handle a rejection. Without this line, a rejection would count as unhandled if the group has
    // no callers.
    committed.promise.catch(() => {});
    const group: Group = { committed, ran: Promise.resolve() };
    group.ran = ended.then(() => beginTransaction(group));
    setImmediate(() => {
      open = undefined;
      ended = group.ran.then(() => commitGroup(group));
    });
    return group;
  }

  function beginTransaction(group: Group): void {
    try {
      connection.command("BEGIN IMMEDIATE");
    } catch (error) {
      group.failure = { error };
    }
  }

  /** Runs one transaction of a group. Never rejects. */
  async function runOne<T>(
    group: Group,
    work: (client: SqlClient) => Promise<T>,
  ): Promise<Outcome<T>> {
    if (group.failure !== undefined) return { kind: "failed", error: group.failure.error };
    try {
      connection.command("SAVEPOINT work");
      const value = await work(connection);
      connection.command("RELEASE work");
      return { kind: "done", value };
    } catch (error) {
      undoOne(group, error);
      return { kind: "failed", error };
    }
  }

  /**
   * Undoes one transaction. SQLite may have rolled back the whole group, for example because the disk is
   * full. All transactions of the group then fail.
   */
  function undoOne(group: Group, error: unknown): void {
    try {
      if (!connection.isTransaction) throw error;
      connection.command("ROLLBACK TO work");
      connection.command("RELEASE work");
    } catch (cause) {
      connection.rollBack();
      group.failure = { error: cause };
    }
  }

  function commitGroup({ committed, failure }: Group): void {
    try {
      if (failure !== undefined) throw failure.error;
      connection.command("COMMIT");
      // When a caller is notified of the commit, the caller must be able to read the committed state.
      onCommitted();
      committed.resolve();
    } catch (error) {
      connection.rollBack();
      committed.reject(error);
    }
  }

  return {
    async transaction(work) {
      open ??= openGroup();
      const group = open;
      const running = group.ran.then(() => runOne(group, work));
      group.ran = running.then(() => {});
      const outcome = await running;
      // A failed transaction waits for the commit too. A write of an earlier transaction may have caused
      // the failure, and that write must be durable before the failure is reported.
      await group.committed.promise;
      if (outcome.kind === "failed") throw outcome.error;
      return outcome.value;
    },
    async idle() {
      while (open !== undefined) await open.committed.promise.catch(() => {});
      await ended;
    },
  };
}
