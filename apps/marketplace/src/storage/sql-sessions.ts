import {
  onlyRow,
  type Row,
  readInteger,
  readText,
  type SqlClient,
} from "@specwright/service/database";
import type { SessionRecord, SessionRepository } from "./session-repository.ts";
import { readRole } from "./user-repository.ts";

const SELECT = `SELECT sessions.id, user_id, role, sessions.created_at, last_used_at, expires_at
  FROM sessions JOIN users ON users.id = user_id`;
const BY_TOKEN_HASH = `${SELECT} WHERE token_hash = $1`;

/** Stores sessions in SQL tables. */
export function sqlSessions(client: SqlClient): SessionRepository {
  return {
    async byId(id) {
      const [row] = await client.query(`${SELECT} WHERE sessions.id = $1`, [id]);
      return row && readSession(row);
    },
    async byTokenHash(tokenHash) {
      const [row] = await client.query(BY_TOKEN_HASH, [tokenHash]);
      return row && readSession(row);
    },
    async ofUser(userId) {
      const query = `${SELECT} WHERE user_id = $1 ORDER BY sessions.id DESC`;
      return (await client.query(query, [userId])).map(readSession);
    },
    async insert({ userId, tokenHash, createdAt, expiresAt }) {
      const rows = await client.query(
        `INSERT INTO sessions (user_id, token_hash, created_at, last_used_at, expires_at)
         VALUES ($1, $2, $3, $3, $4) RETURNING id`,
        [userId, tokenHash, createdAt, expiresAt],
      );
      return readInteger(onlyRow(rows), "id");
    },
    async touch(id, usedAt) {
      await client.query("UPDATE sessions SET last_used_at = $2 WHERE id = $1", [id, usedAt]);
    },
    async delete(id, userId) {
      const query = "DELETE FROM sessions WHERE id = $1 AND user_id = $2 RETURNING id";
      return (await client.query(query, [id, userId])).length > 0;
    },
    async deleteBeyond(userId, count) {
      await client.query(
        `DELETE FROM sessions WHERE user_id = $1 AND id NOT IN (
           SELECT id FROM sessions WHERE user_id = $1 ORDER BY id DESC LIMIT $2
         )`,
        [userId, count],
      );
    },
    async deleteOfUser(userId, exceptId) {
      // If `exceptId` is undefined, 0 matches no session, because ids start at 1.
      const kept = exceptId ?? 0;
      await client.query("DELETE FROM sessions WHERE user_id = $1 AND id <> $2", [userId, kept]);
    },
    async deleteEnded(userId, now, idleSince) {
      await client.query(
        `DELETE FROM sessions
         WHERE user_id = $1 AND (expires_at <= $2 OR last_used_at <= $3)`,
        [userId, now, idleSince],
      );
    },
  };
}

function readSession(row: Row): SessionRecord {
  return {
    id: readInteger(row, "id"),
    userId: readInteger(row, "user_id"),
    role: readRole(readText(row, "role")),
    createdAt: readInteger(row, "created_at"),
    lastUsedAt: readInteger(row, "last_used_at"),
    expiresAt: readInteger(row, "expires_at"),
  };
}
