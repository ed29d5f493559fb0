import { DatabaseError } from "./database-error.ts";
import type { Migration } from "./migration.ts";
import { readInteger, readText } from "./read-row.ts";
import type { SqlClient, SqlEngine } from "./sql-client.ts";

/** A connection that can run whole scripts. */
export interface MigrationClient extends SqlClient {
  /** Runs statements without parameters. Rejects with `SqlError`. */
  execute(text: string): Promise<void>;
}

/** The replacements for placeholders in migrations, by engine. */
const DIALECTS: Readonly<Record<SqlEngine, Readonly<Record<string, string>>>> = {
  sqlite: { "{{identity}}": "INTEGER PRIMARY KEY AUTOINCREMENT", "{{bytes}}": "BLOB" },
  postgres: {
    "{{identity}}": "BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY",
    "{{bytes}}": "BYTEA",
  },
};

/** Matches a section of a migration that is only for one engine. */
const SECTION = /\{\{#(\w+)\}\}\n([\s\S]*?)\{\{\/\1\}\}\n/g;

/**
 * Begins a transaction. No other process can migrate during the transaction. The number is an arbitrary
 * lock id.
 */
const BEGIN: Readonly<Record<SqlEngine, string>> = {
  // With foreign keys, dropping and recreating a table would delete the rows that refer to its rows.
  sqlite: "PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE",
  postgres: "BEGIN; SELECT pg_advisory_xact_lock(7306930221764)",
};

/** Restores the settings of the connection after the transaction. */
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
 * Applies the missing migrations in one transaction, so that the database has either the old or the new
 * schema.
 *
 * @throws DatabaseError if the database has migrations that this program does not know.
 */
export async function applyMigrations(
  client: MigrationClient,
  migrations: readonly Migration[],
  nowMs: number,
): Promise<void> {
  await client.execute(BEGIN[client.engine]);
  try {
    await client.execute(LEDGER);
    const numbers = await assertTaken(client, migrations);
    for (const migration of migrations) {
      if (!numbers.has(migration.number)) await applyMigration(client, migration, nowMs);
    }
    await assertReferences(client);
    await client.execute("COMMIT");
  } catch (error) {
    // A failed rollback must not replace the original error.
    await client.execute("ROLLBACK").catch(() => undefined);
    throw error;
  } finally {
    await client.execute(AFTER[client.engine]);
  }
}

/**
 * Returns the numbers of the migrations that were already applied to a database.
 *
 * @throws DatabaseError if an applied migration is unknown or has changed.
 */
export async function assertTaken(
  client: SqlClient,
  migrations: readonly Migration[],
): Promise<ReadonlySet<number>> {
  const taken = await client.query("SELECT number, name, checksum FROM migrations");
  for (const row of taken) {
    const number = readInteger(row, "number");
    const ours = migrations.find((migration) => migration.number === number);
    assertSame(`${number} (${readText(row, "name")})`, readText(row, "checksum"), ours);
  }
  return new Set(taken.map((row) => readInteger(row, "number")));
}

/** Rejects if a row refers to a missing row. PostgreSQL has already checked this. */
async function assertReferences(client: SqlClient): Promise<void> {
  if (client.engine === "postgres") return;
  const [broken] = await client.query("PRAGMA foreign_key_check");
  if (broken === undefined) return;
  const message = `table ${readText(broken, "table")} has foreign keys without a row`;
  throw new DatabaseError("migration_failed", message);
}

function assertSame(label: string, checksum: string, ours: Migration | undefined): void {
  if (ours === undefined) {
    const message = `the database has migration ${label}, which this program does not know: run a newer version`;
    throw new DatabaseError("migration_unknown", message);
  }
  if (ours.checksum !== checksum) {
    const message = `migration ${label} was changed after it was applied: checksum ${checksum} in the database, ${ours.checksum} in the file`;
    throw new DatabaseError("migration_changed", message);
  }
}

async function applyMigration(
  client: MigrationClient,
  migration: Migration,
  nowMs: number,
): Promise<void> {
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
    throw new DatabaseError("migration_failed", `migration ${number} (${name})`, { cause });
  }
  await client.query(
    "INSERT INTO migrations (number, name, checksum, applied_at) VALUES ($1, $2, $3, $4)",
    [number, name, checksum, nowMs],
  );
}
