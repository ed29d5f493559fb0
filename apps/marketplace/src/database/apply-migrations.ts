import { MarketplaceError } from "../marketplace-error.ts";
import { integer, text } from "../storage/read-row.ts";
import type { Migration } from "./migration.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/** SQLite's words for what the migrations leave to the engine. */
const DIALECT = { "{{identity}}": "INTEGER PRIMARY KEY AUTOINCREMENT" } as const;

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
  connection: SqliteConnection,
  migrations: readonly Migration[],
  nowMs: number,
): Promise<void> {
  connection.execute("BEGIN IMMEDIATE");
  try {
    connection.execute(LEDGER);
    const taken = await connection.query("SELECT number, name, checksum FROM migrations");
    for (const row of taken) {
      const number = integer(row, "number");
      const ours = migrations.find((migration) => migration.number === number);
      assertSame(`${number} (${text(row, "name")})`, text(row, "checksum"), ours);
    }
    const numbers = new Set(taken.map((row) => integer(row, "number")));
    for (const migration of migrations) {
      if (!numbers.has(migration.number)) await apply(connection, migration, nowMs);
    }
    connection.execute("COMMIT");
  } catch (error) {
    connection.rollBack();
    throw error;
  }
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

async function apply(
  connection: SqliteConnection,
  migration: Migration,
  nowMs: number,
): Promise<void> {
  const { number, name, checksum } = migration;
  let sql = migration.sql;
  for (const [placeholder, words] of Object.entries(DIALECT)) {
    sql = sql.replaceAll(placeholder, words);
  }
  try {
    connection.execute(sql);
  } catch (cause) {
    throw new MarketplaceError("migration_failed", `migration ${number} (${name})`, { cause });
  }
  await connection.query(
    "INSERT INTO migrations (number, name, checksum, applied_at) VALUES ($1, $2, $3, $4)",
    [number, name, checksum, nowMs],
  );
}
