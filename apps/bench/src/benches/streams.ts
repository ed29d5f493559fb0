// Sending the same frames to many clients: the stream service against the servers that people use
// instead, and against plain sockets, which is as little as Node can do.

import type { Bench, BenchContext, BenchRow } from "../bench.ts";
import { installPeer } from "../peers.ts";
import { compareWithPeer, median } from "../rows.ts";
import { type FanOutKind, fanOutKinds } from "./streams/fan-out.ts";
import { type FanOutCost, type FanOutLoad, measureFanOut } from "./streams/measure-fan-out.ts";

/** Compares the cost of a delivered frame. */
export const streamsBench: Bench = {
  name: "streams",
  description: "CPU time of a delivered frame, against other servers and plain sockets",
  run,
};

const peers = [
  { name: "ws", dependencies: { ws: "8.23.0" } },
  { name: "socket.io", dependencies: { "socket.io": "4.8.4" } },
] as const;

const loads: readonly FanOutLoad[] = [
  { clients: 100, burst: 1 },
  { clients: 100, burst: 10 },
  { clients: 1000, burst: 1 },
  { clients: 1000, burst: 10 },
];

async function run(context: BenchContext): Promise<readonly BenchRow[]> {
  const folders: Record<string, string> = {};
  for (const peer of peers) folders[peer.name] = await installPeer(context, peer);
  const rows: BenchRow[] = [];
  for (const load of loads) {
    const costs = new Map<FanOutKind, FanOutCost[]>(fanOutKinds.map((kind) => [kind, []]));
    for (let round = 0; round < context.rounds; round += 1) {
      for (const kind of fanOutKinds) {
        const cost = await measureFanOut(kind, load, folders);
        costs.get(kind)?.push(cost);
        const { cpuMicros, deliveriesPerSecond } = cost;
        const rate = Math.round(deliveriesPerSecond / 1000);
        context.log(`${nameOf(load)}, ${kind}: ${cpuMicros.toFixed(2)} us, ${rate} k/s`);
      }
    }
    rows.push(...compare(load, costs));
  }
  return rows;
}

function nameOf({ clients, burst }: FanOutLoad): string {
  return `${clients} clients, ${burst} at a time`;
}

function compare(
  load: FanOutLoad,
  costs: ReadonlyMap<FanOutKind, readonly FanOutCost[]>,
): readonly BenchRow[] {
  const middle = (kind: FanOutKind): number | null =>
    median((costs.get(kind) ?? []).map(({ cpuMicros }) => cpuMicros));
  return fanOutKinds.slice(1).map((peer) =>
    compareWithPeer({
      bench: "streams",
      case: nameOf(load),
      peer,
      metric: "cpu us per delivery",
      value: middle("ours"),
      peerValue: middle(peer),
      target: targetOf(peer, load),
    }),
  );
}

/** What is published together can be written together, which is where the others lose. */
function targetOf(peer: FanOutKind, { clients, burst }: FanOutLoad): number | null {
  if (peer === "net") return 1.25;
  if (clients !== 1000 || burst === 1) return null;
  return peer === "ws" ? 1 / 8 : 1 / 12;
}
