// Databases for tests. With SQLite, a database is a file in a folder. With PostgreSQL, it is a schema in a
// new database on the server.

import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { Client } from "pg";
import type { DatabaseLocation } from "../open-database.ts";

/** The databases of a test file. */
export interface TestDatabases {
  /** Returns the database of a folder. Each call returns the same database. */
  databaseOf(folder: string): Promise<DatabaseLocation>;
  /** Returns the variables with which a process uses the database of its folder. */
  databaseVariables(folder: string): Promise<Record<string, string>>;
  /** Runs SQL directly on the database of a folder, without the service. */
  execute(folder: string, sql: string): Promise<readonly object[]>;
  /** Returns all stored data as text. */
  dump(folder: string): Promise<string>;
}

/** Options for `testDatabases`. */
export interface TestDatabasesOptions {
  /** The name of the SQLite file in its folder. */
  readonly fileName: string;
  /** Returns the URL of a PostgreSQL server to use. If it is undefined, tests run on SQLite. */
  readonly postgresUrl: (() => string) | undefined;
}

/** Returns the databases of a test file. Each is created when it is first requested. */
export function testDatabases(options: TestDatabasesOptions): TestDatabases {
  const { fileName, postgresUrl } = options;
  return postgresUrl === undefined ? onSqlite(fileName) : onPostgres(postgresUrl);
}

function onSqlite(fileName: string): TestDatabases {
  return {
    async databaseOf(folder) {
      return { engine: "sqlite", file: join(folder, fileName) };
    },
    async databaseVariables() {
      return {};
    },
    execute: (folder, sql) => executeInFile(join(folder, fileName), sql),
    dump: (folder) => readFile(join(folder, fileName), "latin1"),
  };
}

async function executeInFile(file: string, sql: string): Promise<readonly object[]> {
  for (let turns = 0; ; turns += 1) {
    const database = new DatabaseSync(file);
    try {
      return database.prepare(sql).all();
    } catch (error) {
      // The service may run in this process, and commits at the end of a turn. Waiting synchronously would
      // block it.
      if (!isLocked(error) || turns === 1_000) throw error;
    } finally {
      database.close();
      // The service assumes that no other process changes its file. It therefore sees a change by the test
      // only one turn later.
      await setImmediate();
    }
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && error.message.includes("database is locked");
}

function onPostgres(server: () => string): TestDatabases {
  let ofThisFile: Promise<string> | undefined;
  const schemas = new Map<string, Promise<string>>();

  async function urlOf(folder: string): Promise<string> {
    ofThisFile ??= createDatabase(server());
    const database = await ofThisFile;
    const known = schemas.get(folder) ?? createSchema(database, folder);
    schemas.set(folder, known);
    return await known;
  }

  async function execute(folder: string, sql: string): Promise<readonly object[]> {
    return await executeAt(await urlOf(folder), sql);
  }

  return {
    execute,
    async databaseOf(folder) {
      return { engine: "postgres", url: await urlOf(folder) };
    },
    async databaseVariables(folder) {
      return { DATABASE_URL: await urlOf(folder) };
    },
    async dump(folder) {
      const tables = "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()";
      const rows = await Promise.all(
        (await execute(folder, tables)).map((table) =>
          execute(folder, `SELECT * FROM ${Reflect.get(table, "name")}`),
        ),
      );
      return JSON.stringify(rows);
    },
  };
}

async function createDatabase(server: string): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await executeAt(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

async function createSchema(database: string, folder: string): Promise<string> {
  const name = `s_${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`;
  await executeAt(database, `CREATE SCHEMA IF NOT EXISTS ${name}`);
  const url = new URL(database);
  url.searchParams.set("options", `-c search_path=${name}`);
  return url.href;
}

async function executeAt(url: string, sql: string): Promise<readonly object[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
