// This file replaces a migration library, because the same migrations must run on SQLite and PostgreSQL.
// Each migration has a checksum, so that a later change of its text is detected.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One numbered change of the database schema. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** The SHA-256 of the text, in hex. Line ends do not affect it. */
  readonly checksum: string;
}

/**
 * Reads the `NNN_name.sql` files of a folder, ordered by number.
 *
 * @throws Error if a number is left out.
 */
export function readMigrations(folder: string): readonly Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return names.toSorted().map((file, at) => {
    const [, digits, name] = /^(\d{3})_([a-z0-9_]+)\.sql$/.exec(file) ?? [];
    if (digits === undefined || name === undefined || Number(digits) !== at + 1) {
      throw new TypeError(`${file} is not migration ${at + 1} of ${folder}`);
    }
    const sql = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n");
    const checksum = createHash("sha256").update(sql).digest("hex");
    return { number: at + 1, name, sql, checksum };
  });
}
