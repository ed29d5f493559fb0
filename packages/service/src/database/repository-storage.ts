import type { SqlClient, SqlDatabase } from "./sql-client.ts";

/** The storage of all data of a service, in SQLite or PostgreSQL. */
export interface RepositoryStorage<Readers, Repositories extends Readers> {
  /** Reads outside of transactions: each call sees the latest committed state. */
  readonly committed: Readers;
  /**
   * Runs `work` in one transaction. If the promise resolves, the transaction is durable; if it rejects, the
   * transaction has no effect. After an `UnavailableError`, both are possible, because the answer to the
   * commit may have been lost. `work` must await only the given repositories, because other transactions
   * may be waiting. `work` must have no other effects, because it is repeated after a conflict with a
   * different transaction.
   */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /** Resolves when the database answers. Rejects with `UnavailableError`. */
  ping(): Promise<void>;
  /** Waits for pending transactions, then closes files and connections. */
  close(): Promise<void>;
}

/** Returns the storage of a service. `create` builds the repositories on a connection. */
export function repositoryStorage<Repositories>(
  database: SqlDatabase,
  create: (client: SqlClient) => Repositories,
): RepositoryStorage<Repositories, Repositories> {
  const known = new WeakMap<SqlClient, Repositories>();

  /** Returns the repositories of a connection. All transactions of a connection share them. */
  function repositoriesOf(client: SqlClient): Repositories {
    const own = known.get(client) ?? create(client);
    known.set(client, own);
    return own;
  }

  return {
    committed: create(database.reader),
    transaction: (work) => database.transaction((client) => work(repositoriesOf(client))),
    async ping() {
      await database.reader.query("SELECT 1 AS one");
    },
    close: () => database.close(),
  };
}
