import { createHash } from "node:crypto";
import { type ClientBase, type CustomTypesConfig, types } from "pg";
import { SqlError } from "../storage/sql-error.ts";
import type { MigrationClient } from "./apply-migrations.ts";
import { postgresError } from "./postgres-error.ts";

/** The number of int8, which the driver gives as text unless told otherwise. */
const INT8 = 20;

/** Reads integers of eight bytes as numbers, as SQLite's driver does. */
export const postgresTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 && format !== "binary" ? readInt8 : types.getTypeParser(oid, format),
};

const names = new Map<string, string>();

/** A connection of the pool. */
export interface PostgresClient extends MigrationClient {
  /** Ends the transaction at hand for good. Rejects with `SqlError` when nothing of it is kept. */
  commit(): Promise<void>;
}

/** Runs SQL on a connection of the pool. Each text is prepared once a connection, by its hash. */
export function postgresClient(connection: Pick<ClientBase, "query">): PostgresClient {
  return {
    engine: "postgres",
    async query(text, values = []) {
      try {
        const query = { name: nameOf(text), text, values: [...values] };
        return (await connection.query<Record<string, unknown>>(query)).rows;
      } catch (error) {
        throw postgresError(error);
      }
    },
    async execute(text) {
      try {
        await connection.query(text);
      } catch (error) {
        throw postgresError(error);
      }
    },
    async commit() {
      const { command } = await connection.query("COMMIT").catch((error: unknown) => {
        throw postgresError(error);
      });
      // After a query that failed, PostgreSQL takes the word and undoes everything.
      if (command !== "COMMIT") throw new SqlError("failed", "the transaction was undone");
    },
  };
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 32);
  names.set(text, name);
  return name;
}

function readInt8(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError("an integer of the database is beyond what a number holds");
}
