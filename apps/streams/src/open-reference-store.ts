// Stores in a file which event each market belongs to, as announced in frames. A restarted
// publisher then knows this even if the log no longer contains these frames.

import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { ReferenceStore } from "@specwright/streams/server";
import { StreamsAppError } from "./streams-app-error.ts";

/** A reference store that can be closed. */
export interface OpenReferenceStore extends ReferenceStore {
  close(): void;
}

/**
 * Opens the store in a file. Creates the file if it is missing.
 *
 * @throws StreamsAppError `bad_data`, also from `load`.
 */
export function openReferenceStore(file: string): OpenReferenceStore {
  const { database, all, put, drop } = openDatabase(file);
  return {
    load() {
      try {
        return all.all().map(({ name, key, told }) => ({
          table: String(name),
          key: String(key),
          values: JSON.parse(String(told)) as Record<string, readonly string[]>,
        }));
      } catch (error) {
        throw badStore(file, error);
      }
    },
    save(references) {
      database.exec("BEGIN");
      try {
        for (const { table, key, values } of references)
          put.run(table, key, JSON.stringify(values));
        database.exec("COMMIT");
      } catch (error) {
        database.exec("ROLLBACK");
        throw error;
      }
    },
    forget: (table, key) => void drop.run(table, key),
    close: () => database.close(),
  };
}

interface Opened {
  readonly database: DatabaseSync;
  readonly all: StatementSync;
  readonly put: StatementSync;
  readonly drop: StatementSync;
}

function openDatabase(file: string): Opened {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 5_000 });
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = 0;
      CREATE TABLE IF NOT EXISTS told (
        place INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        key TEXT NOT NULL,
        told TEXT NOT NULL,
        UNIQUE (name, key)
      ) STRICT`);
    return {
      database,
      all: database.prepare("SELECT name, key, told FROM told ORDER BY place"),
      put: database.prepare("INSERT OR REPLACE INTO told (name, key, told) VALUES (?, ?, ?)"),
      drop: database.prepare("DELETE FROM told WHERE name = ? AND key = ?"),
    };
  } catch (error) {
    database?.close();
    throw badStore(file, error);
  }
}

function badStore(file: string, cause: unknown): StreamsAppError {
  const why = cause instanceof Error ? cause.message : String(cause);
  const fix = "Restore it from a backup, or delete it to keep only the references in the log";
  const message = `${file} is not a store of references: ${why}. ${fix}`;
  return new StreamsAppError("bad_data", message, { cause });
}
