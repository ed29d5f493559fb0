// Stores in a file which event each market belongs to, as announced in frames. A restarted
// publisher then knows this even if the log no longer contains these frames.

import { DatabaseSync } from "node:sqlite";
import type { ReferenceStore } from "@specwright/streams/server";
import { StreamsAppError } from "./streams-app-error.ts";

/** A reference store that can be closed. */
export interface OpenReferenceStore extends ReferenceStore {
  close(): void;
}

/**
 * Opens the store in a file. Creates the file if it is missing.
 *
 * @throws StreamsAppError `bad_data`.
 */
export function openReferenceStore(file: string): OpenReferenceStore {
  const database = openDatabase(file);
  const all = database.prepare("SELECT name, key, told FROM told ORDER BY place");
  const put = database.prepare("INSERT OR REPLACE INTO told (name, key, told) VALUES (?, ?, ?)");
  const drop = database.prepare("DELETE FROM told WHERE name = ? AND key = ?");
  return {
    load: () =>
      all.all().map(({ name, key, told }) => ({
        table: String(name),
        key: String(key),
        values: JSON.parse(String(told)) as Record<string, readonly string[]>,
      })),
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

function openDatabase(file: string): DatabaseSync {
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
    return database;
  } catch (cause) {
    database?.close();
    throw new StreamsAppError("bad_data", `${file} is not a store of references`, { cause });
  }
}
