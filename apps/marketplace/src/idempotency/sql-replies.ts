import type { IdempotencyRecord, IdempotencyStore } from "@specwright/rest-server";
import { text, textOrNull } from "../storage/read-row.ts";
import type { Row, SqlClient } from "../storage/sql-client.ts";

/** Stores the answers of requests that may be sent twice in a SQL table. */
export function sqlReplies(client: SqlClient): IdempotencyStore {
  return {
    async begin({ id, fingerprint, now, expiresAt }) {
      await client.query("DELETE FROM replies WHERE expires_at <= $1", [now]);
      const claimed = await client.query(
        `INSERT INTO replies (id, fingerprint, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING RETURNING id`,
        [id, fingerprint, expiresAt],
      );
      if (claimed.length > 0) return undefined;
      const [row] = await client.query("SELECT * FROM replies WHERE id = $1", [id]);
      // Given up between the two: whoever asks again is the first.
      return row === undefined ? { fingerprint } : readRecord(row);
    },
    async finish(id, reply, expiresAt) {
      const query = "UPDATE replies SET reply = $2, expires_at = $3 WHERE id = $1";
      await client.query(query, [id, reply, expiresAt]);
    },
    async release(id) {
      await client.query("DELETE FROM replies WHERE id = $1 AND reply IS NULL", [id]);
    },
  };
}

function readRecord(row: Row): IdempotencyRecord {
  const fingerprint = text(row, "fingerprint");
  const reply = textOrNull(row, "reply");
  return reply === null ? { fingerprint } : { fingerprint, reply };
}
