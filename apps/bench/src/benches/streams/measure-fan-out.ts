// All servers keep all their clients connected and take turns in short slices, so that compared
// values were measured within seconds on the same machine.

import { cpuMicrosOf, rssMegabytesOf } from "../../pinned-process.ts";
import { type CrowdOfClients, startCrowd } from "./crowd-of-clients.ts";
import { type FanOutKind, fanOutKinds } from "./fan-out.ts";
import type { ServerUnderTest } from "./server-under-test.ts";
import { startServer } from "./start-server.ts";

/**
 * The costs of each server in the slices of one case, in microseconds of CPU time for each
 * delivery.
 */
export type FanOutCosts = ReadonlyMap<FanOutKind, readonly number[]>;

/** The results for a number of clients. */
export interface FanOutResult {
  /** By the number of frames published together. */
  readonly costs: ReadonlyMap<number, FanOutCosts>;
  readonly rssMegabytes: ReadonlyMap<FanOutKind, number>;
}

/** Options for `measureFanOut`. */
export interface FanOutOptions {
  readonly clients: number;
  /** The numbers of frames published together. */
  readonly bursts: readonly number[];
  /** The number of turns of each server. */
  readonly slices: number;
  /** The folders of installed peers. */
  readonly folders: Readonly<Partial<Record<FanOutKind, string>>>;
  readonly log: (line: string) => void;
}

const warmUpMs = 400;
const sliceMs = 500;
/**
 * The number of deliveries between two commands to a Node server, since commands cost time as well.
 */
const DELIVERIES_AT_ONCE = 4000;

/** Measures all servers with a number of clients. */
export async function measureFanOut(options: FanOutOptions): Promise<FanOutResult> {
  const { clients, bursts, slices, folders, log } = options;
  const pairs = new Map<FanOutKind, Pair>();
  try {
    for (const kind of fanOutKinds) {
      const pair = await connectPair(kind, clients, folders[kind] ?? "");
      if (pair === undefined) log(`${kind} is not installed, and left out`);
      else pairs.set(kind, pair);
    }
    const costs = new Map<number, FanOutCosts>();
    for (const burst of bursts) {
      log(`${clients} clients, ${burst} at a time`);
      for (const pair of pairs.values()) await sliceOf(pair, clients, burst, warmUpMs);
      costs.set(burst, await takeTurns(pairs, clients, burst, slices));
    }
    const rssMegabytes = new Map<FanOutKind, number>();
    for (const [kind, { server }] of pairs) {
      rssMegabytes.set(kind, await rssMegabytesOf(server.process));
    }
    return { costs, rssMegabytes };
  } finally {
    for (const { server, crowd } of pairs.values()) {
      await crowd.stop();
      await server.stop();
    }
  }
}

interface Pair {
  readonly server: ServerUnderTest;
  readonly crowd: CrowdOfClients;
}

async function connectPair(
  kind: FanOutKind,
  clients: number,
  folder: string,
): Promise<Pair | undefined> {
  const server = await startServer(kind, folder);
  if (server === undefined) return undefined;
  const crowd = startCrowd();
  await crowd.connect({ kind, port: server.port, count: clients });
  return { server, crowd };
}

async function takeTurns(
  pairs: ReadonlyMap<FanOutKind, Pair>,
  clients: number,
  burst: number,
  slices: number,
): Promise<FanOutCosts> {
  const costs = new Map<FanOutKind, number[]>([...pairs.keys()].map((kind) => [kind, []]));
  for (let slice = 0; slice < slices; slice += 1) {
    const order = slice % 2 === 0 ? [...pairs] : [...pairs].reverse();
    for (const [kind, pair] of order) {
      costs.get(kind)?.push(await sliceOf(pair, clients, burst, sliceMs));
    }
  }
  return costs;
}

/** Publishes volley after volley, each when all clients have received the previous one. */
async function sliceOf(
  { server: { process: child, turns, publish }, crowd }: Pair,
  clients: number,
  burst: number,
  forMs: number,
): Promise<number> {
  const bursts = turns ? Math.max(1, Math.round(DELIVERIES_AT_ONCE / (clients * burst))) : 1;
  const before = await cpuMicrosOf(child);
  const until = performance.now() + forMs;
  let volleys = 0;
  while (performance.now() < until) {
    const counted = crowd.count(bursts * burst * clients);
    publish({ bursts, burst });
    await counted;
    volleys += 1;
  }
  const after = await cpuMicrosOf(child);
  return (after - before) / (volleys * bursts * burst * clients);
}
