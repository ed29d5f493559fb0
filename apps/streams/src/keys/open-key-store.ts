import { chmodSync } from "node:fs";
import { DatabaseSync, type SQLOutputValue, type StatementSync } from "node:sqlite";
import { type Clock, systemClock } from "@specwright/runtime";
import {
  type AccessKeyInfo,
  type AccessKeys,
  badKeys,
  checkAccessKey,
  isUsable,
  verificationRecord,
} from "./access-keys.ts";

/** The version of the file format. Files with a different version are refused. */
const VERSION = 1;

type Row = Readonly<Record<string, SQLOutputValue>>;

/**
 * Opens the key store in a SQLite file that only its owner can read. Creates the file if it is
 * missing. Several processes may share the file. If the command line revokes a key, a server
 * notices this at its next check.
 *
 * @throws StreamsAppError `bad_access_keys` if the file is not a key store.
 */
export function openKeyStore(file: string, clock: Pick<Clock, "now"> = systemClock): AccessKeys {
  const { database, find, all, insert, revoke, expire } = openDatabase(file);
  return {
    async lookup(accessKey) {
      const row = find.get(accessKey);
      return row && verificationRecord(String(row["secret_key"]), readKeyRow(row), clock.now());
    },
    async ended(accessKeys) {
      const nowMs = clock.now();
      return accessKeys.filter((accessKey) => {
        const row = find.get(accessKey);
        return !isUsable(row && readKeyRow(row), nowMs);
      });
    },
    async add(entry) {
      checkAccessKey(entry);
      const { accessKey, secretKey, brokerId } = entry;
      const done = insert.run(accessKey, secretKey.toLowerCase(), brokerId, clock.now());
      if (done.changes === 0) throw badKeys(`the access key ${accessKey} already exists`);
    },
    list: async () => all.all().map(readKeyRow),
    revoke: async (accessKey) => revoke.run(clock.now(), accessKey).changes > 0,
    expire: async (accessKey, atMs) => expire.run(atMs, accessKey).changes > 0,
    async close() {
      database.close();
    },
  };
}

interface Opened {
  readonly database: DatabaseSync;
  readonly find: StatementSync;
  readonly all: StatementSync;
  readonly insert: StatementSync;
  readonly revoke: StatementSync;
  readonly expire: StatementSync;
}

function openDatabase(file: string): Opened {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 5_000 });
    chmodSync(file, 0o600);
    const version = database.prepare("PRAGMA user_version").get()?.["user_version"];
    if (version !== 0 && version !== VERSION) throw new Error(`it has version ${String(version)}`);
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = 0;
      CREATE TABLE IF NOT EXISTS access_keys (
        access_key TEXT PRIMARY KEY,
        secret_key TEXT NOT NULL,
        broker_id TEXT NOT NULL,
        created_ms INTEGER NOT NULL,
        expires_ms INTEGER,
        revoked_ms INTEGER
      ) STRICT, WITHOUT ROWID;
      PRAGMA user_version = ${VERSION}`);
    return {
      database,
      find: database.prepare("SELECT * FROM access_keys WHERE access_key = ?"),
      all: database.prepare("SELECT * FROM access_keys ORDER BY created_ms, access_key"),
      insert: database.prepare(
        `INSERT INTO access_keys (access_key, secret_key, broker_id, created_ms) VALUES (?, ?, ?, ?)
         ON CONFLICT (access_key) DO NOTHING`,
      ),
      revoke: database.prepare(
        "UPDATE access_keys SET revoked_ms = coalesce(revoked_ms, ?) WHERE access_key = ?",
      ),
      expire: database.prepare("UPDATE access_keys SET expires_ms = ? WHERE access_key = ?"),
    };
  } catch (cause) {
    database?.close();
    const why = cause instanceof Error ? cause.message : String(cause);
    throw badKeys(`${file} is not a key store of this version: ${why}`);
  }
}

/**
 * Reads a row without checking its types: the table is STRICT, so each column contains only its
 * declared type.
 */
function readKeyRow(row: Row): AccessKeyInfo {
  const { expires_ms, revoked_ms } = row;
  return {
    accessKey: String(row["access_key"]),
    brokerId: String(row["broker_id"]),
    createdMs: Number(row["created_ms"]),
    ...(expires_ms !== null && { expiresMs: Number(expires_ms) }),
    ...(revoked_ms !== null && { revokedMs: Number(revoked_ms) }),
  };
}
