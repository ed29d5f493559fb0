// Measures the servers. All clients of all servers stay connected, and the servers take turns in
// short slices. Values that are compared were thus measured within seconds on the same machine.

import { cpuMicrosOf, rssMegabytesOf } from "../../pinned-process.ts";
import { type CrowdOfClients, startCrowd } from "./crowd-of-clients.ts";
import { type FanOutKind, fanOutKinds } from "./fan-out.ts";
import type { ServerUnderTest } from "./server-under-test.ts";
import { startServer } from "./start-server.ts";

/**
 * For one case, the cost of a delivery on each server in each slice, in microseconds of CPU time.
 */
export type FanOutCosts = ReadonlyMap<FanOutKind, readonly number[]>;

/** The results for one number of clients. */
export interface FanOutResult {
  /** The costs, by the number of frames that are published together. */
  readonly costs: ReadonlyMap<number, FanOutCosts>;
  readonly rssMegabytes: ReadonlyMap<FanOutKind, number>;
}

/** Options for `measureFanOut`. */
export interface FanOutOptions {
  readonly clients: number;
  /** The numbers of frames to publish together. */
  readonly bursts: readonly number[];
  /** How many turns each server has. */
  readonly slices: number;
  /** The folders in which peers are installed. */
  readonly folders: Readonly<Partial<Record<FanOutKind, string>>>;
  readonly log: (line: string) => void;
}

const warmUpMs = 400;
const sliceMs = 500;
/**
 * The number of deliveries that one command to a server in Node requests. It is high, because a
 * command costs time, too.
 */
const DELIVERIES_AT_ONCE = 4000;

/** Measures all servers with one number of clients. */
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

/**
 * Publishes one volley after the other. Each is published when all clients have received the
 * previous one.
 */
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
