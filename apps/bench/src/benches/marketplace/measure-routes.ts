// Measures the routes. All servers run at the same time with open connections, and take turns in
// short slices. Values that are compared were thus measured within seconds on the same machine.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cpuMicrosOf } from "../../pinned-process.ts";
import { type Clients, startClients } from "../http/clients.ts";
import type { RequestOutline, RouteLoad, ServerKind } from "./route-load.ts";
import { requireSameAnswers } from "./same-answers.ts";
import { type Server, type ServerOptions, startServer } from "./servers.ts";

/**
 * For one route, the cost of a request on each server in each slice, in microseconds of CPU time.
 */
export type RouteCosts = ReadonlyMap<ServerKind, readonly number[]>;

/** Options for `measureRoutes`. */
export interface MeasureOptions extends Omit<ServerOptions, "folder"> {
  /** The folder for all data of the measurement. */
  readonly folder: string;
  readonly kinds: readonly ServerKind[];
  /**
   * Requests to which all servers must respond in the same way. This is checked before the
   * measurement.
   */
  readonly sameAnswers: readonly RequestOutline[];
  readonly routes: readonly RouteLoad[];
  /** How many turns each server has. */
  readonly slices: number;
  readonly log: (line: string) => void;
}

const CONNECTIONS = 32;

/**
 * Measures the routes. The result is by the name of the route. Rejects if the servers respond
 * differently.
 */
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
