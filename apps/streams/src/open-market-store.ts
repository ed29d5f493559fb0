import { DatabaseSync } from "node:sqlite";
import type { MarketStore } from "./selection-keys.ts";
import { StreamsAppError } from "./streams-app-error.ts";

/**
 * Opens the store of markets and their events in a SQLite file, which it makes when there is none.
 * Throws `StreamsAppError` `bad_data` when the file is something else.
 */
export function openMarketStore(file: string): MarketStore & { close(): void } {
  const database = open(file);
  const all = database.prepare("SELECT market_id, event_id FROM markets");
  const put = database.prepare(
    `INSERT INTO markets (market_id, event_id) VALUES (?, ?)
     ON CONFLICT (market_id) DO UPDATE SET event_id = excluded.event_id`,
  );
  return {
    load: () =>
      all.all().map((row) => [String(row["market_id"]), String(row["event_id"])] as const),
    save(eventId, markets) {
      database.exec("BEGIN");
      try {
        for (const market of markets) put.run(market, eventId);
        database.exec("COMMIT");
      } catch (error) {
        database.exec("ROLLBACK");
        throw error;
      }
    },
    close: () => database.close(),
  };
}

function open(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 5_000 });
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = 0;
      CREATE TABLE IF NOT EXISTS markets (
        market_id TEXT PRIMARY KEY,
        event_id TEXT NOT NULL
      ) STRICT, WITHOUT ROWID`);
    return database;
  } catch (cause) {
    database?.close();
    throw new StreamsAppError("bad_data", `${file} is no store of markets`, { cause });
  }
}
