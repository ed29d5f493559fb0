// All servers run with their connections open and take turns in short slices, so that compared
// values were measured within seconds on the same machine.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cpuMicrosOf } from "../../pinned-process.ts";
import { type Clients, startClients } from "../http/clients.ts";
import type { RequestOutline, RouteLoad, ServerKind } from "./route-load.ts";
import { requireSameAnswers } from "./same-answers.ts";
import { type Server, type ServerOptions, startServer } from "./servers.ts";

/**
 * The cost of each server in the slices of one route, in microseconds of CPU time for each request.
 */
export type RouteCosts = ReadonlyMap<ServerKind, readonly number[]>;

/** Options for `measureRoutes`. */
export interface MeasureOptions extends Omit<ServerOptions, "folder"> {
  /** The folder for all data of the run. */
  readonly folder: string;
  readonly kinds: readonly ServerKind[];
  /** Requests with the same response on all servers, checked before the measurement. */
  readonly sameAnswers: readonly RequestOutline[];
  readonly routes: readonly RouteLoad[];
  /** The number of turns of each server. */
  readonly slices: number;
  readonly log: (line: string) => void;
}

const CONNECTIONS = 32;

/** Measures the routes, by name. Rejects if the responses of the servers differ. */
export async function measureRoutes(
  options: MeasureOptions,
): Promise<ReadonlyMap<string, RouteCosts>> {
  const { folder, sameAnswers, kinds, routes, slices, log } = options;
  const servers: Server[] = [];
  const clients = startClients();
  try {
    for (const kind of kinds) {
      const own = join(folder, kind.replace(":", "-"));
      servers.push(await startServer(kind, { ...options, folder: own }));
    }
    await requireSameAnswers(servers, sameAnswers);
    const costs = new Map<string, RouteCosts>();
    for (const route of routes) {
      log(route.name);
      const file = join(folder, `${route.name}.json`);
      await writeFile(file, JSON.stringify(route.requests));
      for (const server of servers) await sliceOf(clients, server, file, route.warmUp);
      const found = new Map<ServerKind, number[]>(kinds.map((kind) => [kind, []]));
      for (let slice = 0; slice < slices; slice += 1) {
        const order = slice % 2 === 0 ? servers : servers.toReversed();
        for (const server of order) {
          found.get(server.kind)?.push(await sliceOf(clients, server, file, route.slice));
        }
      }
      costs.set(route.name, found);
    }
    return costs;
  } finally {
    await clients.stop();
    for (const server of servers) await server.stop();
  }
}

async function sliceOf(
  clients: Clients,
  { kind, port, process: child }: Server,
  file: string,
  count: number,
): Promise<number> {
  await clients.connect(port, CONNECTIONS);
  const before = await cpuMicrosOf(child);
  const refused = await clients.send(port, file, count);
  const after = await cpuMicrosOf(child);
  if (refused > 0) throw new Error(`${kind} refused ${refused} of ${count} requests of ${file}`);
  return (after - before) / count;
}
