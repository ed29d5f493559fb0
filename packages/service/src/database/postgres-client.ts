import { createHash } from "node:crypto";
import { type ClientBase, type CustomTypesConfig, types } from "pg";
import type { MigrationClient } from "./apply-migrations.ts";
import { postgresError } from "./postgres-error.ts";
import { SqlError } from "./sql-error.ts";

/** The type id of int8. By default, the driver returns values of this type as text. */
const INT8 = 20;

/** Parses 8-byte integers as numbers, like the SQLite driver. */
export const postgresTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 && format !== "binary" ? readInt8 : types.getTypeParser(oid, format),
};

const names = new Map<string, string>();

/** A connection of the pool. */
export interface PostgresClient extends MigrationClient {
  /**
   * Begins a transaction. The client sends `BEGIN` together with the first read, which saves a round trip.
   * Writes wait for the answer to `BEGIN`.
   */
  begin(): void;
  /** Commits the transaction. Rejects with `SqlError` if it was rolled back. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

type Connection = Pick<ClientBase, "query">;

/** The client of each connection, so that repositories and statement texts are created only once. */
const clients = new WeakMap<Connection, PostgresClient>();

/**
 * Creates a client that runs SQL on a connection of the pool. The client prepares each statement once on
 * its connection, under a name that is a hash of the text.
 */
export function postgresClient(connection: Connection): PostgresClient {
  const known = clients.get(connection) ?? createClient(connection);
  clients.set(connection, known);
  return known;
}

function createClient(connection: Connection): PostgresClient {
  /** The answer to `BEGIN`; undefined outside of transactions. */
  let begun: Promise<unknown> | undefined;

  async function execute(text: string): Promise<string> {
    try {
      return (await connection.query(text)).command;
    } catch (error) {
      throw postgresError(error);
    }
  }

  return {
    engine: "postgres",
    async query(text, values = []) {
      if (begun !== undefined && !text.startsWith("SELECT")) await begun;
      try {
        const query = { name: statementName(text), text, values: [...values] };
        return (await connection.query<Record<string, unknown>>(query)).rows;
      } catch (error) {
        throw postgresError(error);
      }
    },
    async execute(text) {
      await execute(text);
    },
    begin() {
      begun = execute("BEGIN");
      // Each query that awaits `begun` rejects too, so the rejection of `begun` itself need not be handled.
      begun.catch(() => {});
    },
    async commit() {
      await begun;
      const command = await execute("COMMIT");
      begun = undefined;
      // After a failed query, PostgreSQL answers COMMIT with ROLLBACK, not with an error.
      if (command !== "COMMIT") throw new SqlError("failed", "the transaction was rolled back");
    },
    async rollback() {
      begun = undefined;
      await execute("ROLLBACK");
    },
  };
}

function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 32);
  names.set(text, name);
  return name;
}

function readInt8(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError("an integer of the database exceeds 2^53 - 1");
}
