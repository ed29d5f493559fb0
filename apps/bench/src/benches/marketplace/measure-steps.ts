// Profiles our server alone: how the cost of a request is distributed over its steps.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BenchRow } from "../../bench.ts";
import { cpuMicrosOf } from "../../pinned-process.ts";
import { startClients } from "../http/clients.ts";
import type { MeasureOptions } from "./measure-routes.ts";
import { readProfile, stepTimes } from "./profile-steps.ts";
import { startServer } from "./servers.ts";

const CONNECTIONS = 32;
/** About as many slices as the routes of the comparison have in a round. */
const SLICES = 4;

/** Measures the cost of each step of each route, in microseconds of CPU time per request. */
export async function measureSteps(options: MeasureOptions): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const route of options.routes) {
    if (!route.hasSteps) continue;
    options.log(`steps of ${route.name}`);
    const folder = join(options.folder, `steps-${route.name}`);
    const profileFolder = join(folder, "profile");
    await mkdir(profileFolder, { recursive: true });
    const file = join(folder, "requests.json");
    await writeFile(file, JSON.stringify(route.requests));
    const clients = startClients();
    const server = await startServer("ours", { ...options, folder, profileFolder });
    const count = route.slice * SLICES;
    let from = 0;
    let to = 0;
    let micros = 0;
    try {
      await clients.connect(server.port, CONNECTIONS);
      await clients.send(server.port, file, route.warmUp);
      from = now();
      const before = await cpuMicrosOf(server.process);
      const refused = await clients.send(server.port, file, count);
      micros = (await cpuMicrosOf(server.process)) - before;
      to = now();
      if (refused > 0) throw new Error(`ours refused ${refused} requests of ${route.name}`);
    } finally {
      await clients.stop();
      await server.stop();
    }
    const times = stepTimes(await readProfile(profileFolder), { from, to });
    const sum = [...times.values()].reduce((all, one) => all + one, 0);
    for (const [step, time] of [...times].sort(([, one], [, other]) => other - one)) {
      rows.push(stepRow(route.name, step, ((time / sum) * micros) / count));
    }
  }
  return rows;
}

function stepRow(route: string, step: string, value: number): BenchRow {
  return {
    bench: "marketplace",
    case: route,
    peer: "",
    metric: step,
    value,
    peerValue: null,
    ratio: null,
    target: null,
    holds: null,
  };
}

/** Returns the monotonic clock, which profiles use, in microseconds. */
function now(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
