// The marketplace service: what a request costs against the same routes on node:http alone, and on
// Express.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bench, BenchContext, BenchRow } from "../bench.ts";
import { installPeer } from "../peers.ts";
import { compareInPairs } from "../rows.ts";
import { describeMarketplace } from "./marketplace/describe-marketplace.ts";
import { writeFixture } from "./marketplace/fixture.ts";
import { measureRoutes } from "./marketplace/measure-routes.ts";
import { routeLoads, type ServerKind, serverKinds } from "./marketplace/route-load.ts";

/** Compares the cost of a request. */
export const marketplaceBench: Bench = {
  name: "marketplace",
  description: "CPU time of a request, against the same routes on node:http and on Express",
  run,
  describe: describeMarketplace,
};

const express = { name: "express", dependencies: { express: "5.3.0" } } as const;

/** Slices in a round: short ones in turns beat long ones that the machine's other work falls into. */
const SLICES = 7;

/** Three quarters of the requests in the same time. */
const READ_TARGET = 1 / 0.75;

async function run(context: BenchContext): Promise<readonly BenchRow[]> {
  const { log, only, root, rounds } = context;
  const expressFolder = await installPeer(context, express);
  const folder = await mkdtemp(join(tmpdir(), "specwright-bench-marketplace-"));
  try {
    const fixture = await writeFixture(join(folder, "fixture"));
    const routes = routeLoads.filter(({ name }) => only.length === 0 || only.includes(name));
    const slices = rounds * SLICES;
    const found = await measureRoutes({
      folder,
      fixture,
      root,
      expressFolder,
      routes,
      slices,
      log,
    });
    return routes.flatMap(({ name, isRead }) =>
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
            target: isRead && peer === "node:http" ? READ_TARGET : null,
          }),
        ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
