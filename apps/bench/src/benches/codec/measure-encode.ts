import type { BenchContext, BenchRow } from "../../bench.ts";
import { codecPeers } from "./codec-peers.ts";
import { meanRow, measurePair, pairRow, relativeRow } from "./codec-row.ts";
import { frameTypes } from "./frames.ts";
import type { JobContext } from "./job.ts";

const baseline = "Buffer.from(JSON.stringify) (lossy)";
const encoders = ["fast-json-stringify", "json-bigint", "json-custom-numbers", "typia"];

/** Measures encoding to bytes by both tiers, and by the peers that can encode. */
export async function measureEncode(
  context: BenchContext,
  jobContext: JobContext,
): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const candidate of ["stream", "compact"] as const) {
    const metric = `${candidate} encode to bytes, ns`;
    const own: BenchRow[] = [];
    const others: BenchRow[] = [];
    for (const frame of frameTypes) {
      const pair = await measurePair(context, jobContext, { kind: "encode", frame, candidate });
      own.push(pairRow({ case: frame, metric, peer: baseline, target: null }, pair));
      if (candidate === "compact") continue;
      for (const { name, decoder } of codecPeers) {
        if (!encoders.includes(name)) continue;
        const peer = await measurePair(context, jobContext, {
          kind: "encode",
          frame,
          candidate: name,
        });
        const label = decoder?.includes("(lossy)") === true ? `${name} (lossy)` : name;
        others.push(relativeRow({ case: frame, metric, peer: label, target: null }, pair, peer));
      }
    }
    const target = candidate === "stream" ? 0.55 : 1.3;
    const names = { case: "all four, geometric mean", metric, peer: baseline, target };
    rows.push(...own, meanRow(names, own), ...others);
  }
  return rows;
}
