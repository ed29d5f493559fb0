import { type Clock, systemClock, UnavailableError } from "@specwright/runtime";
import { DatabaseError, Pool, type QueryResult } from "pg";
import {
  type AccessKeyInfo,
  type AccessKeys,
  badKeys,
  checkAccessKey,
  isGood,
  recordOf,
} from "./access-keys.ts";

/** Is a row; the driver gives integers of eight bytes as text. */
interface Row {
  readonly access_key: string;
  readonly secret_key: string;
  readonly broker_id: string;
  readonly created_ms: string;
  readonly expires_ms: string | null;
  readonly revoked_ms: string | null;
}

/** Bounds how long an upgrade waits for a database that does not answer, in milliseconds. */
const LIMITS = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 } as const;
/** Lets processes that start at once make the table one after the other. */
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
 * Opens the key store in a PostgreSQL database, which gateways on any number of machines may share;
 * makes its table, `streams_access_keys`, when there is none. Secrets lie in it as they are, for
 * signatures cannot be verified without: let nobody else read it. While the database is away the
 * methods reject with `UnavailableError`. Rejects with `StreamsAppError`
 * `bad_access_keys` when the database cannot be used; the message never quotes the URL.
 */
export async function openPostgresKeyStore(
  url: string,
  clock: Pick<Clock, "now"> = systemClock,
): Promise<AccessKeys> {
  const pool = new Pool({ connectionString: url, max: 4, ...LIMITS });
  // An idle connection that breaks is replaced by the pool; one that is in use has no listener of
  // the pool's, and an error without one ends the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  async function run(text: string, values: readonly unknown[]): Promise<QueryResult<Row>> {
    try {
      return await pool.query<Row>(text, [...values]);
    } catch (cause) {
      throw isAway(cause) ? new UnavailableError("the database of the keys", { cause }) : cause;
    }
  }
  async function changes(text: string, values: readonly unknown[]): Promise<boolean> {
    return ((await run(text, values)).rowCount ?? 0) > 0;
  }
  try {
    // A text of several statements is one transaction.
    await pool.query(`SELECT pg_advisory_xact_lock(${TABLE_LOCK}); ${TABLE}`);
  } catch (cause) {
    await pool.end();
    // Not the cause itself, which may have the URL.
    const why = cause instanceof Error ? cause.message : String(cause);
    throw badKeys(`the database of the keys cannot be used: ${why}`);
  }

  return {
    async lookup(accessKey) {
      const [row] = (await run(`${SELECT} WHERE access_key = $1`, [accessKey])).rows;
      return row && recordOf(row.secret_key, infoOf(row), clock.now());
    },
    async ended(accessKeys) {
      const { rows } = await run(`${SELECT} WHERE access_key = ANY ($1)`, [accessKeys]);
      const nowMs = clock.now();
      const good = rows.map(infoOf).filter((info) => isGood(info, nowMs));
      const names = new Set(good.map(({ accessKey }) => accessKey));
      return accessKeys.filter((accessKey) => !names.has(accessKey));
    },
    async add(entry) {
      checkAccessKey(entry);
      const { accessKey, secretKey, brokerId } = entry;
      const isNew = await changes(
        `INSERT INTO streams_access_keys (access_key, secret_key, broker_id, created_ms)
         VALUES ($1, $2, $3, $4) ON CONFLICT (access_key) DO NOTHING`,
        [accessKey, secretKey.toLowerCase(), brokerId, clock.now()],
      );
      if (!isNew) throw badKeys(`${accessKey} is there already`);
    },
    list: async () => (await run(`${SELECT} ORDER BY created_ms, access_key`, [])).rows.map(infoOf),
    revoke: (accessKey) =>
      changes(
        `UPDATE streams_access_keys SET revoked_ms = coalesce(revoked_ms, $1)
         WHERE access_key = $2`,
        [clock.now(), accessKey],
      ),
    expire: (accessKey, atMs) =>
      changes("UPDATE streams_access_keys SET expires_ms = $1 WHERE access_key = $2", [
        atMs,
        accessKey,
      ]),
    close: () => pool.end(),
  };
}

/** Tells whether the server is away, full, starting or stopping, rather than the query wrong. */
function isAway(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(?:08|53|57)/.test(error.code ?? "");
}

const SELECT = "SELECT * FROM streams_access_keys";

function infoOf(row: Row): AccessKeyInfo {
  return {
    accessKey: row.access_key,
    brokerId: row.broker_id,
    createdMs: Number(row.created_ms),
    ...(row.expires_ms !== null && { expiresMs: Number(row.expires_ms) }),
    ...(row.revoked_ms !== null && { revokedMs: Number(row.revoked_ms) }),
  };
}
