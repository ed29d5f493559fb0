// Measures the stream service. The cost of a delivered frame is compared with popular servers, and
// with plain sockets, which have the minimum cost in Node. Also measures the capacity of one core.

import type { Bench, BenchContext, BenchRow } from "../bench.ts";
import { installPeer } from "../peers.ts";
import { describeStreams } from "./streams/describe-streams.ts";
import { fanOutKinds } from "./streams/fan-out.ts";
import { fanOutRow, memoryRow } from "./streams/fan-out-rows.ts";
import { durableRows, idleRows, replayRows } from "./streams/limit-rows.ts";
import { measureDurable } from "./streams/measure-durable.ts";
import { measureFanOut } from "./streams/measure-fan-out.ts";
import { measureIdle } from "./streams/measure-idle.ts";
import { measureReplay } from "./streams/measure-replay.ts";

/** Compares the cost of a delivered frame and measures the capacity of a core. */
export const streamsBench: Bench = {
  name: "streams",
  description: "CPU time of a delivered frame, against other servers and plain sockets; capacity",
  run,
  describe: describeStreams,
};

const peers = [
  { name: "ws", dependencies: { ws: "8.23.0" } },
  { name: "socket.io", dependencies: { "socket.io": "4.8.4" } },
] as const;

const crowds = [100, 1000, 5000] as const;
const bursts = [1, 10] as const;
/**
 * The number of slices in a round. Short slices alternate between servers, so that other work on
 * the machine affects all servers.
 */
const SLICES = 3;
/**
 * The rates to measure, in frames per second for 1,000 clients: the target, and about one and a
 * half times the target.
 */
const paces = [1020, 1500] as const;
const IDLE_CLIENTS = 10_000;

async function run(context: BenchContext): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  const wants = (group: string): boolean =>
    context.only.length === 0 || context.only.includes(group);
  for (const clients of crowds) {
    if (wants("fan-out") || wants(`fan-out-${clients}`)) {
      rows.push(...(await fanOut(context, clients)));
    }
  }
  if (wants("durable")) {
    for (const framesPerSecond of paces) {
      context.log(`durable, ${framesPerSecond} frames/s`);
      const load = { clients: 1000, framesPerSecond, rounds: context.rounds };
      rows.push(...durableRows(load, await measureDurable(load, context.log)));
    }
  }
  if (wants("replay")) {
    context.log("replay");
    rows.push(...replayRows(await measureReplay(context.rounds)));
  }
  if (wants("idle")) {
    context.log(`${IDLE_CLIENTS} idle connections`);
    rows.push(...idleRows(IDLE_CLIENTS, await measureIdle(IDLE_CLIENTS)));
  }
  return rows;
}

async function fanOut(context: BenchContext, clients: number): Promise<readonly BenchRow[]> {
  const folders: Record<string, string> = {};
  for (const peer of peers) folders[peer.name] = await installPeer(context, peer);
  const { log, rounds } = context;
  const slices = rounds * SLICES;
  const found = await measureFanOut({ clients, bursts, slices, folders, log });
  const others = fanOutKinds.filter((kind) => kind !== "ours");
  return [
    ...bursts.flatMap((burst) =>
      others.map((peer) =>
        fanOutRow(peer, { clients, burst }, found.costs.get(burst) ?? new Map()),
      ),
    ),
    ...others.map((peer) => memoryRow(peer, clients, found.rssMegabytes)),
  ];
}
