import {
  insertRows,
  readBytes,
  readInteger,
  readText,
  type SqlClient,
} from "@specwright/service/database";
import type { FileRepository } from "./file-repository.ts";

/** Stores files in SQL tables. */
export function sqlFiles(client: SqlClient): FileRepository {
  return {
    async ofOwner(ownerId) {
      const query = "SELECT path, sha256 FROM document_files WHERE owner_id = $1 ORDER BY path";
      const rows = await client.query(query, [ownerId]);
      return rows.map((row) => ({ path: readText(row, "path"), sha256: readText(row, "sha256") }));
    },
    async packed(sha256) {
      const [row] = await client.query("SELECT * FROM files WHERE sha256 = $1", [sha256]);
      return row && { sha256, size: readInteger(row, "size"), content: readBytes(row, "content") };
    },
    async insert(ownerId, files) {
      // Each file is inserted by its own query, because a file may be large.
      for (const { sha256, size, content } of files) {
        const query = `INSERT INTO files (sha256, size, content) VALUES ($1, $2, $3)
          ON CONFLICT DO NOTHING`;
        await client.query(query, [sha256, size, content]);
      }
      await insertRows(client, {
        table: "document_files",
        columns: ["owner_id", "path", "sha256"],
        rows: files.map(({ path, sha256 }) => [ownerId, path, sha256]),
      });
    },
    removeAll: (ownerId) => removeFiles(client, ownerId),
  };
}

/**
 * Removes the files of a version or a comparison, and content that no other version or comparison
 * uses.
 */
export async function removeFiles(client: SqlClient, ownerId: string): Promise<void> {
  const files = await client.query(
    "DELETE FROM document_files WHERE owner_id = $1 RETURNING sha256",
    [ownerId],
  );
  for (const row of files) {
    await client.query(
      `DELETE FROM files WHERE sha256 = $1
         AND NOT EXISTS (SELECT 1 FROM document_files WHERE sha256 = $1)`,
      [readText(row, "sha256")],
    );
  }
}
