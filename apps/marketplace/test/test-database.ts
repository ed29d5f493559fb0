// Databases on the engine under test: a file in the folder, or a separate schema in the PostgreSQL
// database of the test file.

import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { DatabaseLocation } from "@specwright/marketplace-app";
import { Client } from "pg";
import { inject } from "vitest";

/** Whether the tests run on PostgreSQL. */
export const isPostgres: boolean = process.env["MARKETPLACE_TEST_ENGINE"] === "postgres";

/** Returns the database that belongs to a folder, always the same one. */
export async function databaseOf(folder: string): Promise<DatabaseLocation> {
  if (!isPostgres) return { engine: "sqlite", file: join(folder, "marketplace.db") };
  return { engine: "postgres", url: await postgresUrlOf(folder) };
}

/** Returns the variables with which a process uses the database of its folder. */
export async function databaseVariables(folder: string): Promise<Record<string, string>> {
  const database = await databaseOf(folder);
  return database.engine === "postgres" ? { DATABASE_URL: database.url } : {};
}

/** Runs SQL directly on the database of a service. */
export async function execute(folder: string, sql: string): Promise<readonly object[]> {
  if (isPostgres) return await onPostgres(await postgresUrlOf(folder), sql);
  const { DatabaseSync } = await import("node:sqlite");
  for (let turns = 0; ; turns += 1) {
    const database = new DatabaseSync(join(folder, "marketplace.db"));
    try {
      return database.prepare(sql).all();
    } catch (error) {
      // A service in this process commits at the end of a turn, so waiting synchronously would
      // block it.
      if (!isLocked(error) || turns === 1_000) throw error;
    } finally {
      database.close();
      // The service assumes that it is the only one to use its file: changes by others are seen one
      // turn later.
      await setImmediate();
    }
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && error.message.includes("database is locked");
}

/** Returns all stored data as text. */
export async function dump(folder: string): Promise<string> {
  if (!isPostgres) return await readFile(join(folder, "marketplace.db"), "latin1");
  const tables = "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()";
  const rows = await Promise.all(
    (await execute(folder, tables)).map((table) =>
      execute(folder, `SELECT * FROM ${Reflect.get(table, "name")}`),
    ),
  );
  return JSON.stringify(rows);
}

let ofThisFile: Promise<string> | undefined;
const schemas = new Map<string, Promise<string>>();

async function postgresUrlOf(folder: string): Promise<string> {
  ofThisFile ??= createDatabase();
  const database = await ofThisFile;
  const known = schemas.get(folder) ?? createSchema(database, folder);
  schemas.set(folder, known);
  return await known;
}

async function createDatabase(): Promise<string> {
  const server = inject("postgresUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await onPostgres(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

async function createSchema(database: string, folder: string): Promise<string> {
  const name = `s_${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`;
  await onPostgres(database, `CREATE SCHEMA IF NOT EXISTS ${name}`);
  const url = new URL(database);
  url.searchParams.set("options", `-c search_path=${name}`);
  return url.href;
}

async function onPostgres(url: string, sql: string): Promise<readonly object[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
