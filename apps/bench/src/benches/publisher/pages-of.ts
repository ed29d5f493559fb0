import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Returns the paths of all reference pages of a version. Reads them from the database of a
 * publisher.
 */
export function pagesOf(folder: string, name: string, version: number): readonly string[] {
  const database = new DatabaseSync(join(folder, "publisher.db"), { readOnly: true });
  try {
    return database
      .prepare(
        `SELECT pages.path AS path FROM pages JOIN versions ON versions.id = version_id
         WHERE interface = ? AND number = ? ORDER BY pages.path`,
      )
      .all(name, version)
      .map(({ path }) => `/${name}/${String(path)}`);
  } finally {
    database.close();
  }
}
