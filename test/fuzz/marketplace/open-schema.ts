// A schema of a PostgreSQL database for one world.

import { randomBytes } from "node:crypto";
import type { DatabaseLocation } from "@specwright/service/database";
import { Client } from "pg";

/** A separate schema of the database. */
export interface OpenSchema {
  readonly location: DatabaseLocation;
  /** Drops it with its contents. */
  drop(): Promise<void>;
}

/** Creates a schema in the database at the URL. */
export async function openSchema(url: string): Promise<OpenSchema> {
  const name = `fuzz_${randomBytes(8).toString("hex")}`;
  await run(url, `CREATE SCHEMA ${name}`);
  const own = new URL(url);
  own.searchParams.set("options", `-c search_path=${name}`);
  return {
    location: { engine: "postgres", url: own.href, connections: 4 },
    drop: () => run(url, `DROP SCHEMA ${name} CASCADE`),
  };
}

async function run(connectionString: string, sql: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
