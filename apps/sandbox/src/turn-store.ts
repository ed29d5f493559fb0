// Where the exchange stands, in a file: its last turn, written before any frame of it is published.
// So the log is never ahead of it, and what the log lacks of it is published again.

import { DatabaseSync } from "node:sqlite";
import { deserialize, serialize } from "node:v8";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { PublishCommand } from "@specwright/streams-sdk/publish";
import type { ExchangeState } from "./exchange/exchange-state.ts";
import { SandboxError } from "./sandbox-error.ts";

/** What an exchange did at once, and where it stands since. */
export interface Turn {
  /** 1 for the first. */
  readonly number: number;
  /** The frames that it made, in order, each under an id. */
  readonly frames: readonly PublishCommand[];
  /** The identity of the log that they go to. */
  readonly logId: string;
  readonly state: ExchangeState;
}

/** Keeps the last turn of an exchange. */
export interface TurnStore {
  /** Returns the last turn, or nothing when there was none. */
  last(): Turn | undefined;
  /** Keeps a turn in place of the one before; it is on disk when this returns. */
  keep(turn: Turn): void;
  close(): void;
}

/** Changed whenever a state of before could not be gone on from. */
const FORMAT = 1;

/**
 * Opens the store in a file, which it makes when there is none. Throws `SandboxError` `bad_data`
 * when the file is something else, or of another version.
 */
export function openTurnStore(file: string): TurnStore {
  const database = open(file);
  const read = database.prepare("SELECT format, turn FROM turns");
  const write = database.prepare(
    `INSERT INTO turns (only, format, turn) VALUES (1, ${FORMAT}, ?)
     ON CONFLICT (only) DO UPDATE SET format = excluded.format, turn = excluded.turn`,
  );
  return {
    last() {
      const row = read.get();
      if (row === undefined) return undefined;
      const { format, turn } = row;
      if (format !== FORMAT || !(turn instanceof Uint8Array)) {
        throw new SandboxError("bad_data", `${file} has the format ${format}, not ${FORMAT}`);
      }
      try {
        return deserialize(inflateRawSync(turn));
      } catch (cause) {
        throw new SandboxError("bad_data", `${file} is damaged`, { cause });
      }
    },
    keep: (turn) => void write.run(deflateRawSync(serialize(turn), { level: 1 })),
    close: () => database.close(),
  };
}

function open(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 5_000 });
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = 0;
      CREATE TABLE IF NOT EXISTS turns (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        format INTEGER NOT NULL,
        turn BLOB NOT NULL
      ) STRICT`);
    return database;
  } catch (cause) {
    database?.close();
    throw new SandboxError("bad_data", `${file} is no store of an exchange`, { cause });
  }
}
