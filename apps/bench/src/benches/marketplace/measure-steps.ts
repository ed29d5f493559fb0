// Profiles our server alone. Measures how much each step contributes to the cost of a request.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BenchRow } from "../../bench.ts";
import { cpuMicrosOf } from "../../pinned-process.ts";
import { startClients } from "../http/clients.ts";
import type { MeasureOptions } from "./measure-routes.ts";
import { readProfile, stepTimes } from "./profile-steps.ts";
import { startServer } from "./servers.ts";

const CONNECTIONS = 32;
/**
 * The number of slices. It is about the number of slices that a route has in one round of the
 * comparison.
 */
const SLICES = 4;

/** Measures the cost of each step in a request to each route, in microseconds of CPU time. */
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

/** Returns the time of the monotonic clock, in microseconds. CPU profiles use the same clock. */
function now(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
