// The declarations of lmdb for ES modules do not compile (they export by assignment), so that it is
// taken by `require`, whose declarations do.

import { createRequire } from "node:module";

type Lmdb = typeof import("lmdb", { with: { "resolution-mode": "require" }});
type Options = import("lmdb", { with: {
  "resolution-mode": "require",
}}).RootDatabaseOptionsWithPath;

/** Is a store of tables. */
export type RootDatabase = import("lmdb", { with: { "resolution-mode": "require" }}).RootDatabase<
  Buffer,
  Buffer
>;

/** Is a table of bytes by bytes. */
export type Database = import("lmdb", { with: { "resolution-mode": "require" }}).Database<
  Buffer,
  Buffer
>;

const lmdb: Lmdb = createRequire(import.meta.url)("lmdb");

/** Opens a store. */
export function openRoot(options: Options): RootDatabase {
  return lmdb.open<Buffer, Buffer>(options);
}
