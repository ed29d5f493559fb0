import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cpuMicrosOf } from "../../pinned-process.ts";
import { startNatsServer } from "../log/nats-server.ts";
import { startCrowd } from "./crowd-of-clients.ts";
import type { Latency } from "./fan-out.ts";
import { type PacedServer, startNodeServer } from "./server-under-test.ts";

/** The storages of the frames. They also determine how many processes share the clients. */
export const durableSetups = ["LMDB", "NATS", "NATS, 2 processes"] as const;

/** The name of a setup. */
export type DurableSetup = (typeof durableSetups)[number];

/**
 * The cost of frames that are published steadily. A frame is on disk before any client gets it.
 */
export interface DurableCost extends Latency {
  readonly deliveriesPerSecond: number;
  /** The CPU time of all our processes for one delivery, in microseconds. */
  readonly cpuMicros: number;
}

/** The costs of each setup in each round. The setups were measured in turns. */
export type DurableCosts = ReadonlyMap<DurableSetup, readonly DurableCost[]>;

/** Options for `measureDurable`. */
export interface DurableLoad {
  readonly clients: number;
  readonly framesPerSecond: number;
  /** How many times each setup is measured. */
  readonly rounds: number;
}

const warmUpMs = 1500;
const measureMs = 4000;

/**
 * Publishes frames steadily to a log. The process that serves the clients also publishes, so that
 * both use the same core. With two processes, each of them serves half of the clients. NATS is
 * skipped if it is not installed.
 */
export async function measureDurable(
  load: DurableLoad,
  log: (line: string) => void,
): Promise<DurableCosts> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const setups = new Map<DurableSetup, (forMs: number) => Promise<DurableCost>>();
    const folder = await mkdtemp(join(tmpdir(), "specwright-bench-durable-"));
    undo.push(() => rm(folder, { recursive: true }));
    setups.set("LMDB", await startSetup([folder], load, undo));
    const nats = await startNatsServer();
    if (nats === undefined) log("nats-server is not installed, and left out");
    else {
      undo.push(() => nats.stop());
      const [one, two] = [`${nats.url}/one`, `${nats.url}/two`];
      setups.set("NATS", await startSetup([one], load, undo));
      setups.set("NATS, 2 processes", await startSetup([two, two], load, undo));
    }
    const costs = new Map<DurableSetup, DurableCost[]>();
    for (const [setup, run] of setups) {
      costs.set(setup, []);
      await run(warmUpMs);
    }
    for (let round = 0; round < load.rounds; round += 1) {
      for (const [setup, run] of setups) costs.get(setup)?.push(await run(measureMs));
    }
    return costs;
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/**
 * Starts the processes of a setup, and connects each with its part of the clients. The first
 * process publishes.
 */
async function startSetup(
  logs: readonly string[],
  { clients, framesPerSecond }: DurableLoad,
  undo: (() => Promise<unknown>)[],
): Promise<(forMs: number) => Promise<DurableCost>> {
  const servers: PacedServer[] = [];
  const crowd = startCrowd();
  undo.push(() => crowd.stop());
  for (const log of logs) {
    const server = await startNodeServer("ours", log);
    undo.push(() => server.stop());
    servers.push(server);
    await crowd.connect({ kind: "ours", port: server.port, count: clients / logs.length });
  }
  const processes = servers.map((server) => server.process);
  const [publisher] = servers;
  if (publisher === undefined) throw new TypeError("a setup needs a log");
  return async (forMs) => {
    const before = await cpuOf(processes);
    const started = performance.now();
    const deliveries = Math.round((framesPerSecond * forMs) / 1000) * clients;
    await Promise.all([publisher.pace({ framesPerSecond, forMs }), crowd.count(deliveries)]);
    const seconds = (performance.now() - started) / 1000;
    return {
      deliveriesPerSecond: deliveries / seconds,
      cpuMicros: ((await cpuOf(processes)) - before) / deliveries,
      ...(await crowd.latency()),
    };
  };
}

async function cpuOf(processes: readonly ChildProcess[]): Promise<number> {
  const times = await Promise.all(processes.map(cpuMicrosOf));
  return times.reduce((sum, time) => sum + time, 0);
}
