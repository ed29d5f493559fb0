import type { BenchContext, BenchRow } from "../../bench.ts";
import { measurePair, pairRow } from "./codec-row.ts";
import { frameTypes } from "./frames.ts";
import type { JobContext } from "./job.ts";

/** The fastest of the first four is the target; zod is for information only. */
const rivals = ["ajv", "TypeBox 0.34", "TypeBox 1", "typia"];

/**
 * Measures checks of values: ours with bigints, those of peers with numbers, each paired with ours.
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
