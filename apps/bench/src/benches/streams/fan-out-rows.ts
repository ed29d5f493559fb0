import type { BenchRow } from "../../bench.ts";
import { compareInPairs, compareWithPeer } from "../../rows.ts";
import type { FanOutKind } from "./fan-out.ts";
import type { FanOutCosts } from "./measure-fan-out.ts";

/** The number of clients, and the number of frames that are published together. */
export interface FanOutLoad {
  readonly clients: number;
  readonly burst: number;
}

/** Compares the cost on our server with the cost on a peer. */
export function fanOutRow(peer: FanOutKind, load: FanOutLoad, costs: FanOutCosts): BenchRow {
  return compareInPairs({
    bench: "streams",
    case: `${load.clients.toLocaleString("en-US")} clients, ${load.burst} at a time`,
    peer,
    metric: "cpu us per delivery",
    values: costs.get("ours") ?? [],
    peerValues: costs.get(peer) ?? [],
    target: targetOf(peer, load),
  });
}

/** Compares the memory of our server and a peer while all clients are connected. */
export function memoryRow(
  peer: FanOutKind,
  clients: number,
  rssMegabytes: ReadonlyMap<FanOutKind, number>,
): BenchRow {
  return compareWithPeer({
    bench: "streams",
    case: `${clients.toLocaleString("en-US")} clients`,
    peer,
    metric: "RSS MB",
    value: rssMegabytes.get("ours") ?? null,
    peerValue: rssMegabytes.get(peer) ?? null,
    target: null,
  });
}

/**
 * Returns the target of a row. Our server can write frames together that are published together,
 * and the peers cannot.
 */
function targetOf(peer: FanOutKind, { clients, burst }: FanOutLoad): number | null {
  if (peer === "net") return 1.25;
  if (clients !== 1000 || burst === 1) return null;
  if (peer === "ws") return 1 / 8;
  return peer === "socket.io" ? 1 / 12 : null;
}
