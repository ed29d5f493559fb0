// The transactions of one turn of the event loop share a commit: to write the log of a SQLite file
// to the disk costs more than to change some rows. Each has a savepoint of its own.

import type { SqlClient } from "../storage/sql-client.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/** Runs transactions on a connection, one after the other. */
export interface GroupCommit {
  /**
   * Runs `work` in a transaction; settles once the commit that holds it is durable, or known to
   * have failed. Where `work` fails, what it wrote is undone, and nothing else.
   */
  transaction<T>(work: (client: SqlClient) => Promise<T>): Promise<T>;
  /** Waits until every transaction has ended. */
  idle(): Promise<void>;
}

/** Transactions that share a commit. */
interface Group {
  /** Resolves once those that have joined so far have run. */
  ran: Promise<void>;
  /** Settled by the commit. */
  readonly committed: PromiseWithResolvers<void>;
  /** Why nothing of this group can be committed. */
  failure?: { readonly error: unknown };
}

type Outcome<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "failed"; readonly error: unknown };

/** Creates the loop that commits; `onCommitted` is called before anybody hears of a commit. */
export function groupCommit(connection: SqliteConnection, onCommitted: () => void): GroupCommit {
  /** The group that takes what comes in this turn. */
  let open: Group | undefined;
  /** Resolves once the groups that take nothing more have ended. */
  let ended: Promise<void> = Promise.resolve();

  function openGroup(): Group {
    const committed = Promise.withResolvers<void>();
    // Those who wait for it hear of a failure; there may be none.
    committed.promise.catch(() => {});
    const group: Group = { committed, ran: Promise.resolve() };
    group.ran = ended.then(() => begin(group));
    setImmediate(() => {
      open = undefined;
      ended = group.ran.then(() => end(group));
    });
    return group;
  }

  function begin(group: Group): void {
    try {
      connection.command("BEGIN IMMEDIATE");
    } catch (error) {
      group.failure = { error };
    }
  }

  /** Runs one transaction of a group. Never rejects. */
  async function run<T>(
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
      undo(group, error);
      return { kind: "failed", error };
    }
  }

  /** Undoes one transaction. Where SQLite has undone them all, such as on a full disk, all fail. */
  function undo(group: Group, error: unknown): void {
    try {
      if (!connection.isTransaction) throw error;
      connection.command("ROLLBACK TO work");
      connection.command("RELEASE work");
    } catch (cause) {
      connection.rollBack();
      group.failure = { error: cause };
    }
  }

  function end({ committed, failure }: Group): void {
    try {
      if (failure !== undefined) throw failure.error;
      connection.command("COMMIT");
      // Whoever hears of the commit must find it.
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
      const running = group.ran.then(() => run(group, work));
      group.ran = running.then(() => {});
      const outcome = await running;
      // Also a failure: it may be due to what another transaction wrote, which must be true by then.
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
