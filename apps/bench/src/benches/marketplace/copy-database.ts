// Copies the database of the fixture, so that each server has its own copy.

import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";

/** The database of a server: a SQLite file, or a PostgreSQL URL. */
export type BenchDatabase =
  | { readonly engine: "sqlite"; readonly file: string }
  | { readonly engine: "postgres"; readonly url: string };

/**
 * Copies a database. A SQLite file is copied into a folder. A PostgreSQL database is copied to a
 * different name on the same server.
 */
export async function copyDatabase(
  database: BenchDatabase,
  folder: string,
  name: string,
): Promise<BenchDatabase> {
  if (database.engine === "sqlite") {
    const file = join(folder, "marketplace.db");
    await copyFile(database.file, file);
    return { engine: "sqlite", file };
  }
  const template = new URL(database.url).pathname.slice(1);
  return { engine: "postgres", url: await createDatabase(database.url, name, template) };
}

/** Creates a database. Replaces the database that an earlier run left. Returns its URL. */
export async function createDatabase(
  server: string,
  name: string,
  template = "template1",
): Promise<string> {
  const own = `specwright_bench_${name.replace(/\W/g, "_")}`;
  const client = new Client({ connectionString: withName(server, "postgres") });
  await client.connect();
  try {
    await client.query(`DROP DATABASE IF EXISTS "${own}" WITH (FORCE)`);
    await client.query(`CREATE DATABASE "${own}" TEMPLATE "${template}"`);
  } finally {
    await client.end();
  }
  return withName(server, own);
}

function withName(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
