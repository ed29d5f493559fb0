// The marketplace service: the cost of a request compared with the same routes on Fastify with
// plugins for the same features, on node:http alone, and on Express; and the cost of each step.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bench, BenchContext, BenchRow } from "../bench.ts";
import { installPeer, type PeerPackage } from "../peers.ts";
import { compareInPairs } from "../rows.ts";
import { describeMarketplace } from "./marketplace/describe-marketplace.ts";
import { writeFixture } from "./marketplace/fixture.ts";
import { measureRoutes } from "./marketplace/measure-routes.ts";
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
  ["read fastify", 0.9],
  ["list fastify", 0.9],
  ["update fastify", 1.2],
  ["read node:http", 1 / 0.75],
  ["list node:http", 1 / 0.75],
]);

async function run(context: BenchContext): Promise<readonly BenchRow[]> {
  const { log, only, root, rounds } = context;
  const frameworks = new Map<ServerKind, string>();
  for (const [kind, peer] of peers) frameworks.set(kind, await installPeer(context, peer));
  const folder = await mkdtemp(join(tmpdir(), "specwright-bench-marketplace-"));
  try {
    const fixture = await writeFixture(join(folder, "fixture"));
    const routes = routeLoads.filter(({ name }) => only.length === 0 || only.includes(name));
    const slices = rounds * SLICES;
    const options = { folder, fixture, root, frameworks, routes, slices, log };
    const found = await measureRoutes(options);
    const comparisons = routes.flatMap(({ name }) =>
      serverKinds
        .filter((kind) => kind !== "ours")
        .map((peer: ServerKind) =>
          compareInPairs({
            bench: "marketplace",
            case: name,
            peer,
            metric: "cpu us per request",
            values: found.get(name)?.get("ours") ?? [],
            peerValues: found.get(name)?.get(peer) ?? [],
            target: targets.get(`${name} ${peer}`) ?? null,
          }),
        ),
    );
    return [...comparisons, ...(await measureSteps(options))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
