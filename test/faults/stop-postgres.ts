// PostgreSQL is stopped, frozen, killed and disconnected from the marketplace repeatedly while
// clients write: the process survives, no request exceeds its time limit, and every acknowledged
// write is kept.

import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import type { PostgresPrograms } from "../postgres/find-postgres.ts";
import { type PostgresServer, startPostgres } from "../postgres/start-postgres.ts";
import { type ListingLoad, loadListings } from "./listing-load.ts";
import { type MarketplaceProcess, startMarketplaceProcess } from "./marketplace-process.ts";
import { waitUntil } from "./service-process.ts";
import { withFolder } from "./with-folder.ts";

/** The result of the run. */
export interface StopPostgresReport {
  readonly faults: number;
  /** The number of acknowledged new listings; each exists once. */
  readonly listings: number;
  /** The number of requests by their result. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly longestMs: number;
  /** The number of lines that the service logged, except those for each request. */
  readonly logLines: number;
}

const PASSWORD = "correct horse battery";
/** The time limit of the service for its database. */
const DATABASE_SECONDS = 2;
/** A request makes several database calls, and a busy machine delays them. */
const LONGEST_MS = 1000 * DATABASE_SECONDS + 8000;

/** Causes a fault, in turn of each kind, for a duration that may be longer than the limit. */
const KINDS: readonly ((server: PostgresServer) => Promise<unknown>)[] = [
  (server) => restart(server, "fast"),
  freeze,
  (server) => restart(server, "kill"),
  endConnections,
  (server) => restart(server, "immediate"),
  async (server) => server.killBackends(),
];

/**
 * Causes a number of faults.
 *
 * @throws Error if a write was lost or duplicated, a request hung or the process ended.
 */
export function stopPostgres(
  programs: PostgresPrograms,
  faults: number,
  clients: number,
): Promise<StopPostgresReport> {
  return withFolder(async (folder, undo) => {
    const server = await startPostgres(programs);
    undo(() => server.stop());
    const usernames = Array.from({ length: clients }, (_, index) => `writer${index}`);
    const users = usernames.map((username) => ({
      username,
      email: `${username}@people.example`,
      password: PASSWORD,
    }));
    const service = await startMarketplaceProcess({
      folder,
      settings: { rate_limits: "off", seed: { users } },
      env: {
        DATABASE_URL: server.url,
        MARKETPLACE_DATABASE_TIMEOUT_SECONDS: `${DATABASE_SECONDS}`,
      },
    });
    undo(() => service.end("SIGKILL"));
    const timeoutMs = 4 * LONGEST_MS;
    const load = loadListings({ baseUrl: service.url, usernames, password: PASSWORD, timeoutMs });
    await everyoneWrites(load, service);
    for (let done = 0; done < faults; done += 1) {
      await setTimeout(Math.random() * 500);
      await KINDS[done % KINDS.length]?.(server);
      await everyoneWrites(load, service);
    }
    await load.end();
    await checkListings(server, load);
    const longestMs = load.longestMs();
    if (longestMs > LONGEST_MS) throw new Error(`a request took ${longestMs} ms`);
    const said = service.said();
    const failed = said.filter((message) => /failed/.test(message));
    if (failed.length > 0) throw new Error(`it said ${failed[0]}`);
    const code = await service.end("SIGTERM");
    if (code !== 0) throw new Error(`it ended with ${code}`);
    return {
      faults,
      listings: load.listings.size,
      outcomes: Object.fromEntries(load.outcomes),
      longestMs,
      logLines: said.length,
    };
  });
}

async function restart(server: PostgresServer, how: "fast" | "immediate" | "kill"): Promise<void> {
  await server.halt(how);
  await setTimeout(Math.random() * 1500 * DATABASE_SECONDS);
  await server.start();
}

async function freeze(server: PostgresServer): Promise<void> {
  server.freeze();
  await setTimeout((0.5 + Math.random()) * 1500 * DATABASE_SECONDS);
  server.thaw();
}

async function endConnections(server: PostgresServer): Promise<void> {
  await query(
    server.url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'marketplace'",
  );
}

async function everyoneWrites(load: ListingLoad, service: MarketplaceProcess): Promise<void> {
  const before = [...load.writes];
  const goesOn = () => {
    if (!service.isAlive()) throw new Error(`it died:\n${service.said().slice(-20).join("\n")}`);
    load.check();
    return load.writes.every((count, index) => count > (before[index] ?? 0) + 1);
  };
  await waitUntil(goesOn, "every client writes");
}

async function checkListings({ url }: PostgresServer, { listings }: ListingLoad): Promise<void> {
  const rows = await query(url, "SELECT id, title FROM listings");
  const titles = new Map(rows.map(({ id, title }) => [Number(id), String(title)]));
  for (const [id, { acknowledged }] of listings) {
    const title = titles.get(id);
    if (title !== acknowledged) throw new Error(`listing ${id} is ${title}, not ${acknowledged}`);
  }
  if (titles.size !== listings.size) {
    throw new Error(`${titles.size} listings are there, ${listings.size} were made`);
  }
}

async function query(
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
