// Stores the last turn of the exchange in a file. A turn is stored before any of its frames is
// published. The log therefore never contains a later turn than this file, and frames that the log
// lacks can be published again.

import { DatabaseSync } from "node:sqlite";
import { deserialize, serialize } from "node:v8";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { PublishCommand } from "@specwright/streams-sdk/publish";
import type { ExchangeState } from "./exchange/exchange-state.ts";
import { SandboxError } from "./sandbox-error.ts";

/** The frames of one turn of an exchange, and the state after it. */
export interface Turn {
  /** The number of the turn, from 1. */
  readonly number: number;
  /** The frames in order, each with an id. */
  readonly frames: readonly PublishCommand[];
  /** The identity of the log to which the frames are written. */
  readonly logId: string;
  readonly state: ExchangeState;
}

/** Stores the last turn of an exchange. */
export interface TurnStore {
  /** Returns the stored turn; undefined in a new store. */
  last(): Turn | undefined;
  /** Replaces the stored turn. The new turn is on disk when this function returns. */
  keep(turn: Turn): void;
  close(): void;
}

/** The version of the state. It must be increased when an older state cannot be continued. */
const FORMAT = 1;

/**
 * Opens the store in a file. Creates the file if it is missing.
 *
 * @throws SandboxError `bad_data` if the file is not a turn store, or has a different version.
 */
export function openTurnStore(file: string): TurnStore {
  const database = openDatabase(file);
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

function openDatabase(file: string): DatabaseSync {
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
    throw new SandboxError("bad_data", `${file} is not an exchange store`, { cause });
  }
}
