import type { IdempotencyRecord, IdempotencyStore } from "@specwright/rest/server";
import { type Row, readText, readTextOrNull, type SqlClient } from "@specwright/service/database";

/** Stores the responses to requests that clients may repeat. */
export interface ReplyRepository extends IdempotencyStore {
  /** Releases the claims of processes that have stopped. */
  releaseClaims(): Promise<void>;
}

/** Stores the responses in a SQL table. */
export function sqlReplies(client: SqlClient): ReplyRepository {
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
      // If the row is missing, a different request released its claim between the two queries. This
      // request is then treated as a repeated request in processing.
      return row === undefined ? { fingerprint } : readRecord(row);
    },
    async finish({ id, fingerprint, expiresAt }, reply, keptUntil) {
      // The claim may have expired, and its row may have been deleted. The claim is still valid if
      // no other request has claimed the id since then.
      const kept = await client.query(
        `INSERT INTO replies (id, fingerprint, reply, expires_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO UPDATE SET reply = excluded.reply, expires_at = excluded.expires_at
         WHERE replies.reply IS NULL AND replies.expires_at = $5 RETURNING id`,
        [id, fingerprint, reply, keptUntil, expiresAt],
      );
      return kept.length > 0;
    },
    async releaseClaims() {
      await client.query("DELETE FROM replies WHERE reply IS NULL");
    },
    async release({ id, expiresAt }) {
      const query = "DELETE FROM replies WHERE id = $1 AND expires_at = $2 AND reply IS NULL";
      await client.query(query, [id, expiresAt]);
    },
  };
}

function readRecord(row: Row): IdempotencyRecord {
  const fingerprint = readText(row, "fingerprint");
  const reply = readTextOrNull(row, "reply");
  return reply === null ? { fingerprint } : { fingerprint, reply };
}
