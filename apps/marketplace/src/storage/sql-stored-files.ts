import { readText, type SqlClient } from "@specwright/service/database";
import { WIDTHS } from "./image-sizes.ts";

/** Finds the files that this service has stored. */
export interface StoredFileReader {
  /**
   * Returns at most `limit` files that belong to no image and were marked at `markedBy` or earlier.
   */
  unused(markedBy: number, limit: number): Promise<readonly string[]>;
}

/** Records the files that this service stores. Marks files that belong to no image. */
export interface StoredFileRepository extends StoredFileReader {
  /** Records a file. It must be called before the file is stored. */
  insert(fileName: string, storedAt: number): Promise<void>;
  /**
   * Marks the files of a batch that belong to no image. Returns the name after which the next batch
   * starts; undefined after the last batch.
   */
  markUnused(batch: UnusedBatch): Promise<string | undefined>;
  /** Removes the record of a file that was removed. */
  forget(fileName: string): Promise<void>;
}

/** A batch of files, ordered by name. */
export interface UnusedBatch {
  /** The name after which the batch starts; empty for the first batch. */
  readonly after: string;
  readonly size: number;
  /**
   * Files that were stored after this time are not marked, because they may belong to a pending
   * upload.
   */
  readonly storedBy: number;
  readonly now: number;
}

/**
 * The SQL expression for the file name of the image that a file belongs to. The file is the image
 * or a smaller copy.
 */
const IMAGE_NAME = WIDTHS.reduce(
  (name, width) => `replace(${name}, '-${width}.', '.')`,
  "stored_files.file_name",
);
const HAS_IMAGE = `EXISTS (SELECT 1 FROM attachments WHERE attachments.file_name = ${IMAGE_NAME})`;

/** Stores the records in a SQL table. */
export function sqlStoredFiles(client: SqlClient): StoredFileRepository {
  return {
    async unused(markedBy, limit) {
      const rows = await client.query(
        `SELECT file_name FROM stored_files WHERE unused_since <= $1 AND NOT ${HAS_IMAGE}
         ORDER BY unused_since LIMIT $2`,
        [markedBy, limit],
      );
      return rows.map((row) => readText(row, "file_name"));
    },
    async insert(fileName, storedAt) {
      await client.query(
        `INSERT INTO stored_files (file_name, stored_at) VALUES ($1, $2)
         ON CONFLICT (file_name) DO NOTHING`,
        [fileName, storedAt],
      );
    },
    async markUnused({ after, size, storedBy, now }) {
      const rows = await client.query(
        "SELECT file_name FROM stored_files WHERE file_name > $1 ORDER BY file_name LIMIT $2",
        [after, size],
      );
      const last = rows.at(-1);
      if (last === undefined) return undefined;
      const end = readText(last, "file_name");
      await client.query(
        `UPDATE stored_files SET unused_since = $1
         WHERE file_name > $2 AND file_name <= $3 AND stored_at <= $4 AND unused_since IS NULL
           AND NOT ${HAS_IMAGE}`,
        [now, after, end, storedBy],
      );
      return rows.length < size ? undefined : end;
    },
    async forget(fileName) {
      await client.query("DELETE FROM stored_files WHERE file_name = $1", [fileName]);
    },
  };
}
