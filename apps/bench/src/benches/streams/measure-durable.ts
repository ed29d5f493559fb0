import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cpuMicrosOf } from "../../pinned-process.ts";
import { startCrowd } from "./crowd-of-clients.ts";
import type { Latency } from "./fan-out.ts";
import { startNodeServer } from "./server-under-test.ts";

/** The cost of steady frames that are on disk before any client gets them. */
export interface DurableCost extends Latency {
  readonly deliveriesPerSecond: number;
  /** For each delivery, in microseconds. */
  readonly cpuMicros: number;
}

/** Options for `measureDurable`. */
export interface DurableLoad {
  readonly clients: number;
  readonly framesPerSecond: number;
  /** The number of measurements. */
  readonly rounds: number;
}

const warmUpMs = 1500;
const measureMs = 4000;

/** Publishes steadily to an LMDB log on the core of the server, so fan-out and commits share it. */
export async function measureDurable(load: DurableLoad): Promise<readonly DurableCost[]> {
  const { clients, framesPerSecond, rounds } = load;
  const folder = await mkdtemp(join(tmpdir(), "specwright-bench-durable-"));
  const server = await startNodeServer("ours", folder);
  const crowd = startCrowd();
  try {
    await crowd.connect({ kind: "ours", port: server.port, count: clients });
    await run(warmUpMs);
    const costs: DurableCost[] = [];
    for (let round = 0; round < rounds; round += 1) costs.push(await run(measureMs));
    return costs;
  } finally {
    await crowd.stop();
    await server.stop();
    await rm(folder, { recursive: true });
  }

  async function run(forMs: number): Promise<DurableCost> {
    const before = await cpuMicrosOf(server.process);
    const started = performance.now();
    const frames = Math.round((framesPerSecond * forMs) / 1000);
    await Promise.all([server.pace({ framesPerSecond, forMs }), crowd.count(frames * clients)]);
    const seconds = (performance.now() - started) / 1000;
    const cpuMicros = (await cpuMicrosOf(server.process)) - before;
    const deliveries = frames * clients;
    return {
      deliveriesPerSecond: deliveries / seconds,
      cpuMicros: cpuMicros / deliveries,
      ...(await crowd.latency()),
    };
  }
}
