import { MarketplaceError } from "../marketplace-error.ts";
import { integer, text } from "../storage/read-row.ts";
import type { SqlClient, SqlEngine } from "../storage/sql-client.ts";
import type { Migration } from "./migration.ts";

/** A connection that can run whole scripts. */
export interface MigrationClient extends SqlClient {
  /** Runs statements that take no values. Rejects with `SqlError`. */
  execute(text: string): Promise<void>;
}

/** Holds each engine's words for what the migrations leave to it. */
const DIALECTS: Readonly<Record<SqlEngine, Readonly<Record<"{{identity}}", string>>>> = {
  sqlite: { "{{identity}}": "INTEGER PRIMARY KEY AUTOINCREMENT" },
  postgres: { "{{identity}}": "BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY" },
};

/** Matches what is for one engine alone. */
const SECTION = /\{\{#(\w+)\}\}\n([\s\S]*?)\{\{\/\1\}\}\n/g;

/** Begins a transaction that no other process migrates beside. The number is one of ours. */
const BEGIN: Readonly<Record<SqlEngine, string>> = {
  // A table is replaced by dropping it, which would take along the rows that point to its own.
  sqlite: "PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE",
  postgres: "BEGIN; SELECT pg_advisory_xact_lock(7306930221764)",
};

/** Sets the connection back once the transaction has ended. */
const AFTER: Readonly<Record<SqlEngine, string>> = {
  sqlite: "PRAGMA foreign_keys = ON",
  postgres: "",
};

const LEDGER = `CREATE TABLE IF NOT EXISTS migrations (
  number BIGINT PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at BIGINT NOT NULL
)`;

/**
 * Brings a database up to the given migrations, in one transaction: it is at the old shape or at
 * the new one, never between. Rejects with `MarketplaceError` when the database has taken others.
 */
export async function applyMigrations(
  client: MigrationClient,
  migrations: readonly Migration[],
  nowMs: number,
): Promise<void> {
  await client.execute(BEGIN[client.engine]);
  try {
    await client.execute(LEDGER);
    const taken = await client.query("SELECT number, name, checksum FROM migrations");
    for (const row of taken) {
      const number = integer(row, "number");
      const ours = migrations.find((migration) => migration.number === number);
      assertSame(`${number} (${text(row, "name")})`, text(row, "checksum"), ours);
    }
    const numbers = new Set(taken.map((row) => integer(row, "number")));
    for (const migration of migrations) {
      if (!numbers.has(migration.number)) await apply(client, migration, nowMs);
    }
    await assertReferences(client);
    await client.execute("COMMIT");
  } catch (error) {
    // What went wrong is the news, not that there is nothing left to undo.
    await client.execute("ROLLBACK").catch(() => undefined);
    throw error;
  } finally {
    await client.execute(AFTER[client.engine]);
  }
}

/** Rejects when rows point to others that are not there; PostgreSQL has looked by itself. */
async function assertReferences(client: SqlClient): Promise<void> {
  if (client.engine === "postgres") return;
  const [broken] = await client.query("PRAGMA foreign_key_check");
  if (broken === undefined) return;
  const message = `rows of table ${text(broken, "table")} point to rows that are not there`;
  throw new MarketplaceError("migration_failed", message);
}

function assertSame(label: string, checksum: string, ours: Migration | undefined): void {
  if (ours === undefined) {
    const message = `the database has taken migration ${label}, which this program does not have`;
    throw new MarketplaceError("migration_unknown", message);
  }
  if (ours.checksum !== checksum) {
    const message = `migration ${label} is not what the database has taken: it had ${checksum}, the file has ${ours.checksum}`;
    throw new MarketplaceError("migration_changed", message);
  }
}

async function apply(client: MigrationClient, migration: Migration, nowMs: number): Promise<void> {
  const { number, name, checksum } = migration;
  let sql = migration.sql.replaceAll(SECTION, (_, engine: string, lines: string) =>
    engine === client.engine ? lines : "",
  );
  for (const [placeholder, words] of Object.entries(DIALECTS[client.engine])) {
    sql = sql.replaceAll(placeholder, words);
  }
  try {
    await client.execute(sql);
  } catch (cause) {
    throw new MarketplaceError("migration_failed", `migration ${number} (${name})`, { cause });
  }
  await client.query(
    "INSERT INTO migrations (number, name, checksum, applied_at) VALUES ($1, $2, $3, $4)",
    [number, name, checksum, nowMs],
  );
}
