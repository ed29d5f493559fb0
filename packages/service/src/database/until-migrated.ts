import { setTimeout } from "node:timers/promises";
import { assertTaken } from "./apply-migrations.ts";
import { DatabaseError } from "./database-error.ts";
import type { Migration } from "./migration.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/** How long to wait for the process that uses the file, in milliseconds. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 50;

/**
 * Waits until the process that uses a SQLite file has applied all of the given migrations. That process may
 * have started only now. Rejects with `DatabaseError`.
 */
export async function untilMigrated(
  connection: SqliteConnection,
  migrations: readonly Migration[],
): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; ; ) {
    const tables = connection.all("SELECT 1 FROM sqlite_master WHERE name = 'migrations'");
    const taken = tables.length === 0 ? new Set() : await assertTaken(connection, migrations);
    if (migrations.every(({ number }) => taken.has(number))) return;
    if (performance.now() > deadline) {
      const message =
        "the process that uses the database file has not applied all migrations of this program";
      throw new DatabaseError("database_in_use", message);
    }
    await setTimeout(LOOK_MS);
  }
}
