import { forUpdate, readInteger, readText, type SqlClient } from "@specwright/service/database";
import type { MailedKeyRepository } from "./mailed-key-repository.ts";

/** Stores mailed keys in a SQL table. */
export function sqlMailedKeys(client: SqlClient): MailedKeyRepository {
  return {
    async userOf(kind, keyHash) {
      const query = "SELECT user_id FROM mailed_keys WHERE key_hash = $1 AND kind = $2";
      const [row] = await client.query(query, [keyHash, kind]);
      return row && readInteger(row, "user_id");
    },
    async replace({ userId, kind, keyHash, expiresAt }) {
      await client.query(
        `INSERT INTO mailed_keys (user_id, kind, key_hash, expires_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id, kind) DO UPDATE
         SET key_hash = excluded.key_hash, expires_at = excluded.expires_at`,
        [userId, kind, keyHash, expiresAt],
      );
    },
    async lock(kind, userId) {
      const query = `SELECT * FROM mailed_keys WHERE user_id = $1 AND kind = $2 ${forUpdate(client)}`;
      const [row] = await client.query(query, [userId, kind]);
      return (
        row && {
          userId: readInteger(row, "user_id"),
          kind,
          keyHash: readText(row, "key_hash"),
          expiresAt: readInteger(row, "expires_at"),
        }
      );
    },
    async delete(kind, userId) {
      const query = "DELETE FROM mailed_keys WHERE user_id = $1 AND kind = $2";
      await client.query(query, [userId, kind]);
    },
    async deleteOfUser(userId) {
      await client.query("DELETE FROM mailed_keys WHERE user_id = $1", [userId]);
    },
  };
}
