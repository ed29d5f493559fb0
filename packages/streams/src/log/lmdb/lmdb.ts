// Loads lmdb with `require`. The declarations of lmdb for ES modules do not compile, because they use
// `export =`. The declarations for `require` do.

import { createRequire } from "node:module";

type Lmdb = typeof import("lmdb", { with: { "resolution-mode": "require" }});
type Options = import("lmdb", { with: {
  "resolution-mode": "require",
}}).RootDatabaseOptionsWithPath;

/** A store with several tables. */
export type RootDatabase = import("lmdb", { with: { "resolution-mode": "require" }}).RootDatabase<
  Buffer,
  Buffer
>;

/** A table with bytes as keys and values. */
export type Database = import("lmdb", { with: { "resolution-mode": "require" }}).Database<
  Buffer,
  Buffer
>;

const lmdb: Lmdb = createRequire(import.meta.url)("lmdb");

/** Opens a store. */
export function openRoot(options: Options): RootDatabase {
  return lmdb.open<Buffer, Buffer>(options);
}
