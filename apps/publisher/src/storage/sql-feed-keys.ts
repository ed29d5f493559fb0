import { readInteger, readText, type SqlClient } from "@specwright/service/database";
import type { FeedKeyRepository } from "./feed-key-repository.ts";

/** Stores the secrets of links to feeds in a SQL table. */
export function sqlFeedKeys(client: SqlClient): FeedKeyRepository {
  return {
    async ofBranch(name, branch) {
      const query = "SELECT * FROM feed_keys WHERE interface = $1 AND branch = $2";
      const [row] = await client.query(query, [name, branch]);
      if (row === undefined) return undefined;
      const createdAt = readInteger(row, "created_at");
      return { interface: name, branch, hash: readText(row, "hash"), createdAt };
    },
    async replace({ interface: name, branch, hash, createdAt }) {
      await client.query(
        `INSERT INTO feed_keys (interface, branch, hash, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (interface, branch) DO UPDATE SET hash = $3, created_at = $4`,
        [name, branch, hash, createdAt],
      );
    },
    async remove(name, branch) {
      const query = `DELETE FROM feed_keys WHERE interface = $1 AND branch = $2 RETURNING branch`;
      return (await client.query(query, [name, branch])).length > 0;
    },
  };
}
