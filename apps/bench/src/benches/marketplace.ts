// The marketplace service: the cost of a request compared with the same routes on Fastify with
// plugins for the same features, on node:http alone, and on Express; and the cost of each step.
// PostgreSQL is measured on the server that BENCH_DATABASE_URL names, in databases of its own.

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bench, BenchContext, BenchRow } from "../bench.ts";
import { installPeer, type PeerPackage } from "../peers.ts";
import { compareInPairs } from "../rows.ts";
import { type BenchDatabase, createDatabase } from "./marketplace/copy-database.ts";
import { describeMarketplace } from "./marketplace/describe-marketplace.ts";
import { writeFixture } from "./marketplace/fixture.ts";
import { measureRoutes, type RouteCosts } from "./marketplace/measure-routes.ts";
import { measureSteps } from "./marketplace/measure-steps.ts";
import { routeLoads, type ServerKind, serverKinds } from "./marketplace/route-load.ts";

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
 * The number of slices in a round. Short alternating slices are less affected by other work on the
 * machine than long ones.
 */
const SLICES = 7;

/** The target: the cost of a request, as a ratio to that of the peer. */
const targets: ReadonlyMap<string, number> = new Map([
  ["sqlite read fastify", 1],
  ["sqlite list fastify", 1],
  ["sqlite update fastify", 0.65],
  ["postgres read fastify", 1],
  ["postgres list fastify", 1],
  ["postgres update fastify", 1],
]);

type Engine = BenchDatabase["engine"];

/** The servers that are compared on each engine. */
const engines: readonly (readonly [Engine, readonly ServerKind[]])[] = [
  ["sqlite", serverKinds],
  ["postgres", ["ours", "fastify"]],
];

async function run(context: BenchContext): Promise<readonly BenchRow[]> {
  const { log, only, root, rounds } = context;
  const frameworks = new Map<ServerKind, string>();
  for (const [kind, peer] of peers) frameworks.set(kind, await installPeer(context, peer));
  const folder = await mkdtemp(join(tmpdir(), "specwright-bench-marketplace-"));
  const routes = chosen(routeLoads, only, ({ name }) => name);
  const common = { root, frameworks, routes, slices: rounds * SLICES, log };
  const rows: BenchRow[] = [];
  try {
    for (const [engine, kinds] of chosen(engines, only, ([name]) => name)) {
      const own = join(folder, engine);
      await mkdir(own);
      const database = await emptyDatabase(engine, own);
      if (database === undefined) {
        log("PostgreSQL is not measured: BENCH_DATABASE_URL names no server.");
        continue;
      }
      const fixture = await writeFixture(join(own, "fixture"), database);
      const options = { ...common, folder: own, fixture, kinds };
      rows.push(...compare(engine, await measureRoutes(options), kinds));
      if (engine === "sqlite") rows.push(...(await measureSteps(options)));
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns those that `--only` names, or all if it names none of them. */
function chosen<T>(
  all: readonly T[],
  only: readonly string[],
  nameOf: (one: T) => string,
): readonly T[] {
  const found = all.filter((one) => only.includes(nameOf(one)));
  return found.length === 0 ? all : found;
}

/** Returns a new database, or undefined without a server for it. */
async function emptyDatabase(engine: Engine, folder: string): Promise<BenchDatabase | undefined> {
  if (engine === "sqlite") return { engine, file: join(folder, "fixture", "marketplace.db") };
  const server = process.env["BENCH_DATABASE_URL"];
  if (server === undefined) return undefined;
  return { engine, url: await createDatabase(server, "fixture") };
}

function compare(
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
