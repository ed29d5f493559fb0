import { integer, text } from "../storage/read-row.ts";
import { forUpdate, type SqlClient } from "../storage/sql-client.ts";
import type { ResetKeyRepository } from "./reset-key-repository.ts";

/** Stores password reset keys in a SQL table. */
export function sqlResetKeys(client: SqlClient): ResetKeyRepository {
  return {
    async replace({ userId, keyHash, expiresAt }) {
      await client.query(
        `INSERT INTO password_resets (user_id, key_hash, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE
         SET key_hash = excluded.key_hash, expires_at = excluded.expires_at`,
        [userId, keyHash, expiresAt],
      );
    },
    async lock(userId) {
      const query = `SELECT * FROM password_resets WHERE user_id = $1 ${forUpdate(client)}`;
      const [row] = await client.query(query, [userId]);
      return (
        row && {
          userId: integer(row, "user_id"),
          keyHash: text(row, "key_hash"),
          expiresAt: integer(row, "expires_at"),
        }
      );
    },
    async delete(userId) {
      await client.query("DELETE FROM password_resets WHERE user_id = $1", [userId]);
    },
  };
}
