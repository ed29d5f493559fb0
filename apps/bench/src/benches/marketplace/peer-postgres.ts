// The service of the peers on PostgreSQL, as a user of `pg` would write it: with a connection pool
// and named prepared statements.

import { randomBytes } from "node:crypto";
import { verify } from "@node-rs/argon2";
import { Pool, type PoolClient, types } from "pg";
import {
  anonymous,
  answerLogin,
  answerPage,
  answerWith,
  changed,
  maySee,
  type PeerAnswer,
  type PeerService,
  problem,
  readCursor,
  readSearch,
  SESSION_MS,
  tokenOf,
} from "./peer-service.ts";
import { hashOf, IDLE_MS, LISTING_COLUMNS, MAX_SESSIONS, type PeerRow } from "./peer-store.ts";

const INT8 = 20;
/** The number of connections in the pool. Our server has the same number. */
const CONNECTIONS = 10;

type Runner = Pick<PoolClient, "query">;

/** Creates the service on the database with this URL. */
export function postgresPeerService(url: string): PeerService {
  types.setTypeParser(INT8, Number);
  const pool = new Pool({ connectionString: url, max: CONNECTIONS });

  const rowsOf = async (
    on: Runner,
    name: string,
    values: readonly unknown[],
  ): Promise<readonly PeerRow[]> => {
    const query = { name, text: statements[name] ?? "", values: [...values] };
    return (await on.query<PeerRow>(query)).rows;
  };
  const imagesOf = (on: Runner, rows: readonly PeerRow[]): Promise<readonly PeerRow[]> =>
    rowsOf(on, "images", [rows.map((row) => row["id"])]);

  async function answer(on: Runner, row: PeerRow): Promise<PeerAnswer> {
    return answerWith(row, await imagesOf(on, [row]));
  }

  async function transaction<T>(work: (on: Runner) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      const result = await work(client);
      await client.query("COMMIT");
      return result;
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    } finally {
      client.release();
    }
  }

  return {
    async callerOf(authorization, isPublic) {
      if (authorization === undefined && isPublic) return anonymous;
      const token = tokenOf(authorization);
      if (token === undefined) return undefined;
      const [found] = await rowsOf(pool, "session", [hashOf(token)]);
      const now = Date.now();
      if (found === undefined || now >= Number(found["expires_at"])) return undefined;
      const unusedMs = now - Number(found["last_used_at"]);
      if (unusedMs >= IDLE_MS) return undefined;
      if (unusedMs >= 60_000) await rowsOf(pool, "touch", [now, found["id"]]);
      return { userId: Number(found["user_id"]), role: String(found["role"]) };
    },
    async read(caller, id) {
      const [row] = await rowsOf(pool, "listing", [id]);
      if (row === undefined || !maySee(caller, row)) return problem(404, "not_found");
      return answer(pool, row);
    },
    async list({ userId }, query) {
      const { limit = 20, cursor } = query;
      const beforeId = cursor === undefined ? Number.MAX_SAFE_INTEGER : readCursor(cursor);
      if (beforeId === undefined) return problem(400, "validation_failed");
      const search = readSearch(query);
      const found =
        search === undefined
          ? await rowsOf(pool, "page", [userId, beforeId, limit + 1])
          : await rowsOf(pool, "search", [
              search.words.map((word) => `'${word}'`).join(" & "),
              search.categories,
              search.currency,
              search.minPrice,
              search.maxPrice,
              userId,
              beforeId,
              limit + 1,
            ]);
      return answerPage(found, limit, await imagesOf(pool, found.slice(0, limit)));
    },
    update: (caller, id, changes, ifMatch) =>
      transaction(async (on) => {
        const [row] = await rowsOf(on, "locked", [id]);
        const next = changed(caller, row, changes, ifMatch);
        if ("status" in next) return next;
        if (next.row !== undefined) return answer(on, next.row);
        const [updated] = await rowsOf(on, "update", [
          next.title,
          next.description,
          Date.now(),
          id,
        ]);
        if (updated === undefined) throw new Error(`there is no listing ${id}`);
        return answer(on, updated);
      }),
    async logIn({ username_or_email: name, password }) {
      const by = name.includes("@") ? "byEmail" : "byUsername";
      const [user] = await rowsOf(pool, by, [name.toLowerCase()]);
      if (user === undefined) return problem(401, "invalid_credentials");
      const isRight = await verify(String(user["password_hash"]), password.normalize("NFC"));
      if (!isRight) return problem(401, "invalid_credentials");
      const token = randomBytes(32).toString("base64url");
      const now = Date.now();
      const expiresAt = now + SESSION_MS;
      const id = await transaction(async (on) => {
        await rowsOf(on, "endSessions", [user["id"], now, now - IDLE_MS]);
        const [row] = await rowsOf(on, "startSession", [user["id"], hashOf(token), now, expiresAt]);
        await rowsOf(on, "endOldest", [user["id"], MAX_SESSIONS]);
        return Number(row?.["id"]);
      });
      return answerLogin(user, { id, token, expiresAt });
    },
  };
}

const statements: Readonly<Record<string, string>> = {
  session: `SELECT sessions.id, user_id, role, last_used_at, expires_at
    FROM sessions JOIN users ON users.id = user_id WHERE token_hash = $1`,
  touch: "UPDATE sessions SET last_used_at = $1 WHERE id = $2",
  listing: `SELECT ${LISTING_COLUMNS} FROM listings WHERE id = $1`,
  locked: `SELECT ${LISTING_COLUMNS} FROM listings WHERE id = $1 FOR UPDATE`,
  page: `SELECT ${LISTING_COLUMNS} FROM listings WHERE status = 'publish' AND user_id <> $1 AND id < $2
    UNION ALL SELECT ${LISTING_COLUMNS} FROM listings WHERE user_id = $1 AND status <> 'trash' AND id < $2
    ORDER BY id DESC LIMIT $3`,
  search: `SELECT ${LISTING_COLUMNS} FROM listings
    WHERE word_vector @@ $1::tsquery AND category = ANY($2)
      AND price_currency = $3 AND price_amount BETWEEN $4 AND $5
      AND (status = 'publish' OR (user_id = $6 AND status <> 'trash')) AND id < $7
    ORDER BY id DESC LIMIT $8`,
  images: "SELECT * FROM attachments WHERE listing_id = ANY($1) ORDER BY listing_id, sort_order",
  update: `UPDATE listings SET title = $1, description = $2, updated_at = $3, version = version + 1
    WHERE id = $4 RETURNING ${LISTING_COLUMNS}`,
  byUsername: "SELECT * FROM users WHERE username_key = $1",
  byEmail: "SELECT * FROM users WHERE email_key = $1",
  endSessions:
    "DELETE FROM sessions WHERE user_id = $1 AND (expires_at <= $2 OR last_used_at <= $3)",
  startSession: `INSERT INTO sessions (user_id, token_hash, created_at, last_used_at, expires_at)
    VALUES ($1, $2, $3, $3, $4) RETURNING id`,
  endOldest: `DELETE FROM sessions WHERE user_id = $1 AND id NOT IN (
    SELECT id FROM sessions WHERE user_id = $1 ORDER BY id DESC LIMIT $2)`,
};
