import { type Clock, systemClock, UnavailableError } from "@specwright/runtime";
import { DatabaseError, Pool, type QueryResult } from "pg";
import {
  type AccessKeyInfo,
  type AccessKeys,
  badKeys,
  checkAccessKey,
  isUsable,
  verificationRecord,
} from "./access-keys.ts";

/** A row; the driver returns 8-byte integers as text. */
interface Row {
  readonly access_key: string;
  readonly secret_key: string;
  readonly broker_id: string;
  readonly created_ms: string;
  readonly expires_ms: string | null;
  readonly revoked_ms: string | null;
}

/** How long an upgrade waits for a database that does not answer, in milliseconds. */
const LIMITS = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 } as const;
/**
 * The id of an advisory lock. Only one process at a time may create the table, and several
 * processes may start at once.
 */
const TABLE_LOCK = 7_301_944_817;

const TABLE = `CREATE TABLE IF NOT EXISTS streams_access_keys (
  access_key text PRIMARY KEY,
  secret_key text NOT NULL,
  broker_id text NOT NULL,
  created_ms bigint NOT NULL,
  expires_ms bigint,
  revoked_ms bigint
)`;

/**
 * Opens the key store in a PostgreSQL database. Creates its table, `streams_access_keys`, if it is
 * missing. Gateways on any number of machines may share it. Secrets are stored in plain text,
 * because signatures cannot be verified without them. Restrict access to the table. While the
 * database is unavailable, all methods reject with `UnavailableError`.
 *
 * @throws StreamsAppError `bad_access_keys` if the database cannot be used. The message never
 * contains the URL.
 */
export async function openPostgresKeyStore(
  url: string,
  clock: Pick<Clock, "now"> = systemClock,
): Promise<AccessKeys> {
  const pool = new Pool({ connectionString: url, max: 4, ...LIMITS });
  // The pool replaces an idle connection that breaks. Without this listener, the error event would
  // end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  async function runQuery(text: string, values: readonly unknown[]): Promise<QueryResult<Row>> {
    try {
      return await pool.query<Row>(text, [...values]);
    } catch (cause) {
      throw isUnreachable(cause)
        ? new UnavailableError("the database of the keys", { cause })
        : cause;
    }
  }
  async function changesRows(text: string, values: readonly unknown[]): Promise<boolean> {
    return ((await runQuery(text, values)).rowCount ?? 0) > 0;
  }
  try {
    // PostgreSQL runs several statements in one text as one transaction.
    await pool.query(`SELECT pg_advisory_xact_lock(${TABLE_LOCK}); ${TABLE}`);
  } catch (cause) {
    await pool.end();
    // The error must not have a `cause`, because the error of the driver may contain the URL.
    const why = cause instanceof Error ? cause.message : String(cause);
    throw badKeys(`cannot use the database of STREAMS_KEYS_URL: ${why}`);
  }

  return {
    async lookup(accessKey) {
      const [row] = (await runQuery(`${SELECT} WHERE access_key = $1`, [accessKey])).rows;
      return row && verificationRecord(row.secret_key, readKeyRow(row), clock.now());
    },
    async ended(accessKeys) {
      const { rows } = await runQuery(`${SELECT} WHERE access_key = ANY ($1)`, [accessKeys]);
      const nowMs = clock.now();
      const good = rows.map(readKeyRow).filter((info) => isUsable(info, nowMs));
      const names = new Set(good.map(({ accessKey }) => accessKey));
      return accessKeys.filter((accessKey) => !names.has(accessKey));
    },
    async add(entry) {
      checkAccessKey(entry);
      const { accessKey, secretKey, brokerId } = entry;
      const isNew = await changesRows(
        `INSERT INTO streams_access_keys (access_key, secret_key, broker_id, created_ms)
         VALUES ($1, $2, $3, $4) ON CONFLICT (access_key) DO NOTHING`,
        [accessKey, secretKey.toLowerCase(), brokerId, clock.now()],
      );
      if (!isNew) throw badKeys(`the access key ${accessKey} already exists`);
    },
    list: async () =>
      (await runQuery(`${SELECT} ORDER BY created_ms, access_key`, [])).rows.map(readKeyRow),
    revoke: (accessKey) =>
      changesRows(
        `UPDATE streams_access_keys SET revoked_ms = coalesce(revoked_ms, $1)
         WHERE access_key = $2`,
        [clock.now(), accessKey],
      ),
    expire: (accessKey, atMs) =>
      changesRows("UPDATE streams_access_keys SET expires_ms = $1 WHERE access_key = $2", [
        atMs,
        accessKey,
      ]),
    close: () => pool.end(),
  };
}

/** Reports whether an error means that the server is unreachable, full, starting or stopping. */
function isUnreachable(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(?:08|53|57)/.test(error.code ?? "");
}

const SELECT = "SELECT * FROM streams_access_keys";

function readKeyRow(row: Row): AccessKeyInfo {
  return {
    accessKey: row.access_key,
    brokerId: row.broker_id,
    createdMs: Number(row.created_ms),
    ...(row.expires_ms !== null && { expiresMs: Number(row.expires_ms) }),
    ...(row.revoked_ms !== null && { revokedMs: Number(row.revoked_ms) }),
  };
}
