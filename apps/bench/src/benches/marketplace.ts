// Measures the cost of a request to the marketplace service. The peers are the same routes on
// Fastify with plugins for the same features, on bare node:http, and on Express. Also measures the
// cost of each step of a request. Searches use a separate database with many listings. The
// measurements on PostgreSQL use separate databases on the server in BENCH_DATABASE_URL.

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bench, BenchContext, BenchRow } from "../bench.ts";
import { installPeer, type PeerPackage } from "../peers.ts";
import { compareInPairs } from "../rows.ts";
import { type BenchDatabase, createDatabase } from "./marketplace/copy-database.ts";
import { describeMarketplace } from "./marketplace/describe-marketplace.ts";
import { writeFixture } from "./marketplace/fixture.ts";
import {
  type MeasureOptions,
  measureRoutes,
  type RouteCosts,
} from "./marketplace/measure-routes.ts";
import { measureSteps } from "./marketplace/measure-steps.ts";
import {
  type RouteName,
  routeLoad,
  routeNames,
  type ServerKind,
  serverKinds,
} from "./marketplace/route-load.ts";
import { routeRequests } from "./marketplace/same-answers.ts";
import { LISTINGS } from "./marketplace/search/catalogue.ts";
import { commonSearches, searchLoad } from "./marketplace/search/draw-search.ts";
import { measureSearches } from "./marketplace/search/measure-searches.ts";
import { describeSlowest, searchRows } from "./marketplace/search/search-rows.ts";
import { writeCatalogue } from "./marketplace/search/write-catalogue.ts";
import { startServer } from "./marketplace/servers.ts";

/** Compares the cost of a request. */
export const marketplaceBench: Bench = {
  name: "marketplace",
  description: "CPU time of a request, against the same routes on node:http, Fastify and Express",
  run,
  describe: describeMarketplace,
};

const peers: ReadonlyMap<ServerKind, PeerPackage> = new Map([
  ["express", { name: "express", dependencies: { express: "5.3.0" } }],
  [
    "fastify",
    {
      name: "fastify",
      dependencies: {
        fastify: "5.12.8",
        "@fastify/helmet": "13.2.0",
        "@fastify/rate-limit": "11.2.0",
      },
    },
  ],
]);

/**
 * The number of slices in a round. Short slices alternate between servers, so that other work on
 * the machine affects all servers.
 */
const SLICES = 7;

/** The name of the group that measures searches. */
const SEARCH = "search";
/** The number of random searches that a round measures. */
const RANDOM_SEARCHES = 1_000;
/** How many searches are sent to all servers before the measurement, to compare the responses. */
const COMPARED = 300;

/** The maximum cost of a request on our server, relative to the cost on the peer. */
const targets: ReadonlyMap<string, number> = new Map([
  ["sqlite read fastify", 1],
  ["sqlite list fastify", 1],
  ["sqlite update fastify", 0.65],
  ["postgres read fastify", 1],
  ["postgres list fastify", 1],
  ["postgres update fastify", 1],
  ["sqlite search fastify", 1],
  ["postgres search fastify", 1],
]);

type Engine = BenchDatabase["engine"];

/** The servers to compare, by engine. */
const engines: readonly (readonly [Engine, readonly ServerKind[]])[] = [
  ["sqlite", serverKinds],
  ["postgres", ["ours", "fastify"]],
];

async function run(context: BenchContext): Promise<readonly BenchRow[]> {
  const { log, only, root, rounds } = context;
  const frameworks = new Map<ServerKind, string>();
  for (const [kind, peer] of peers) frameworks.set(kind, await installPeer(context, peer));
  const folder = await mkdtemp(join(tmpdir(), "specwright-bench-marketplace-"));
  const groups = chooseOnly([...routeNames, SEARCH], only, (name) => name);
  const rows: BenchRow[] = [];
  try {
    for (const [engine, kinds] of chooseOnly(engines, only, ([name]) => name)) {
      if (engine === "postgres" && process.env["BENCH_DATABASE_URL"] === undefined) {
        log("PostgreSQL is not measured: BENCH_DATABASE_URL names no server.");
        continue;
      }
      const common = { root, frameworks, kinds, rounds, slices: rounds * SLICES, log };
      const names = routeNames.filter((name) => groups.includes(name));
      if (names.length > 0) {
        const options = { ...common, folder: join(folder, engine), names };
        rows.push(...(await routeRows(engine, options)));
      }
      if (groups.includes(SEARCH)) {
        const options = { ...common, folder: join(folder, `${engine}-search`) };
        rows.push(...(await searchGroup(engine, options)));
      }
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type GroupOptions = Omit<MeasureOptions, "fixture" | "sameAnswers" | "routes"> & {
  readonly rounds: number;
};

async function routeRows(
  engine: Engine,
  { names, ...options }: GroupOptions & { readonly names: readonly RouteName[] },
): Promise<readonly BenchRow[]> {
  const fixture = await writeFixture(...(await emptyFixture(engine, options.folder)));
  const routes = names.map((name) => routeLoad(name, fixture));
  const measured = { ...options, fixture, routes, sameAnswers: routeRequests(fixture) };
  const rows = compareServers(engine, await measureRoutes(measured), options.kinds);
  return engine === "sqlite" ? [...rows, ...(await measureSteps(measured))] : rows;
}

/** Measures random searches on our server, and one kind of search on all servers. */
async function searchGroup(engine: Engine, options: GroupOptions): Promise<readonly BenchRow[]> {
  const { folder, log } = options;
  log(`writing ${LISTINGS} listings`);
  const catalogue = await writeCatalogue(...(await emptyFixture(engine, folder)));
  const kinds = ["ours", "fastify"] as const;
  const measured = {
    ...options,
    kinds,
    fixture: catalogue,
    sameAnswers: commonSearches(catalogue, COMPARED),
    routes: [searchLoad(catalogue)],
  };
  const rows = compareServers(engine, await measureRoutes(measured), kinds);
  log("random searches");
  const own = { ...options, folder: join(folder, "random"), fixture: catalogue };
  const server = await startServer("ours", own);
  try {
    const count = options.rounds * RANDOM_SEARCHES;
    const found = await measureSearches({ server, catalogue, count });
    for (const line of describeSlowest(found)) log(line);
    return [...rows, ...searchRows(engine, found)];
  } finally {
    await server.stop();
  }
}

/** Returns the items that `--only` contains. If it contains none of them, returns all. */
function chooseOnly<T>(
  all: readonly T[],
  only: readonly string[],
  nameOf: (one: T) => string,
): readonly T[] {
  const found = all.filter((one) => only.includes(nameOf(one)));
  return found.length === 0 ? all : found;
}

/** Creates an empty database. Returns the folder for its files, and the database. */
async function emptyFixture(engine: Engine, folder: string): Promise<[string, BenchDatabase]> {
  const own = join(folder, "fixture");
  await mkdir(own, { recursive: true });
  if (engine === "sqlite") return [own, { engine, file: join(own, "marketplace.db") }];
  const server = process.env["BENCH_DATABASE_URL"] ?? "";
  return [own, { engine, url: await createDatabase(server, "fixture") }];
}

function compareServers(
  engine: Engine,
  found: ReadonlyMap<string, RouteCosts>,
  kinds: readonly ServerKind[],
): readonly BenchRow[] {
  return [...found].flatMap(([route, costs]) =>
    kinds
      .filter((kind) => kind !== "ours")
      .map((peer) =>
        compareInPairs({
          bench: "marketplace",
          case: engine === "sqlite" ? route : `${route}, PostgreSQL`,
          peer,
          metric: "cpu us per request",
          values: costs.get("ours") ?? [],
          peerValues: costs.get(peer) ?? [],
          target: targets.get(`${engine} ${route} ${peer}`) ?? null,
        }),
      ),
  );
}
