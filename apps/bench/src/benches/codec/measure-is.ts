import type { BenchContext, BenchRow } from "../../bench.ts";
import { measurePair, pairRow } from "./codec-row.ts";
import { frameTypes } from "./frames.ts";
import type { JobContext } from "./job.ts";

/** The target is the fastest of these four peers. The row of zod is only for information. */
const rivals = ["ajv", "TypeBox 0.34", "TypeBox 1", "typia"];

/**
 * Measures checks of values. Each check of a peer is timed in pairs with our check. Our check gets
 * bigints, and checks of peers get numbers.
 */
export async function measureIs(
  context: BenchContext,
  jobContext: JobContext,
): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const frame of frameTypes) {
    for (const peer of [...rivals, "zod 4"]) {
      const job = { kind: "is", frame, peer, alone: false } as const;
      const pair = await measurePair(context, jobContext, job);
      const target = rivals.includes(peer) ? 1 : null;
      const row = pairRow({ case: frame, metric: "is, ns", peer, target }, pair);
      if (pair !== null) rows.push(row);
      else {
        const alone = await measurePair(context, jobContext, { ...job, alone: true });
        rows.push({ ...row, peerValue: alone?.cpuNs ?? null });
      }
    }
  }
  return rows;
}
