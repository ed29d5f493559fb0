// A separate PostgreSQL server for a test file, for faults that must not affect the shared one.

import { randomBytes } from "node:crypto";
import type { DatabaseLocation } from "@specwright/service/database";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, inject } from "vitest";
import { findPostgres } from "../postgres/find-postgres.ts";
import { type PostgresServer, startPostgres } from "../postgres/start-postgres.ts";

export interface OwnPostgres {
  /** The server, while a test runs. */
  server(): PostgresServer;
  /** Creates a database whose statements may take a second and a half. */
  database(): Promise<DatabaseLocation & { readonly engine: "postgres" }>;
}

/** Starts a server for the tests of a file; after each test it is restored. */
export function ownPostgres(): OwnPostgres {
  let own: PostgresServer | undefined;
  beforeAll(async () => {
    const programs = findPostgres();
    if (inject("postgresUrl") !== "" && programs !== undefined) own = await startPostgres(programs);
  });
  afterEach(() => own?.thaw());
  afterAll(() => own?.stop());

  function server(): PostgresServer {
    if (own === undefined) throw new Error("there is no server");
    return own;
  }

  return {
    server,
    async database() {
      const url = new URL(server().url);
      const name = `outage_${randomBytes(8).toString("hex")}`;
      await queryAt(url.href, `CREATE DATABASE ${name}`);
      url.pathname = name;
      return { engine: "postgres", url: url.href, timeoutMs: 1500 };
    },
  };
}

/** Runs SQL on a server. */
export async function queryAt(
  connectionString: string,
  text: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
