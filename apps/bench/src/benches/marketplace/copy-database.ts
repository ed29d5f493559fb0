// Each server gets a copy of the fixture's database.

import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";

/** A database of the service. */
export type BenchDatabase =
  | { readonly engine: "sqlite"; readonly file: string }
  | { readonly engine: "postgres"; readonly url: string };

/** Copies a database: a file into a folder, or one on PostgreSQL to another name on its server. */
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

/** Creates a database, replacing one of an earlier run; returns its URL. */
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
