// A PostgreSQL server of a test file's own, for what the one that others share must not suffer.

import { randomBytes } from "node:crypto";
import type { DatabaseLocation } from "@specwright/marketplace-app";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, inject } from "vitest";
import { findPostgres } from "../postgres/find-postgres.ts";
import { type PostgresServer, startPostgres } from "../postgres/start-postgres.ts";

export interface OwnPostgres {
  /** The server, once a test runs. */
  server(): PostgresServer;
  /** Makes a database; what is asked of it may take a second and a half. */
  database(): Promise<DatabaseLocation & { readonly engine: "postgres" }>;
}

/** Starts a server for the tests of a file; what a test has done to it is undone behind it. */
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

/** Runs SQL at a server. */
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
