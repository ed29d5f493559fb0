// Converts the results of jobs to rows.

import type { BenchContext, BenchRow } from "../../bench.ts";
import { geometricMean, type PairedRatio } from "../../paired-ratio.ts";
import { type Job, type JobContext, runJob } from "./job.ts";

/**
 * Runs a job that times a candidate in pairs with a baseline. If the job fails, logs the reason and
 * returns null.
 */
export async function measurePair(
  context: BenchContext,
  jobContext: JobContext,
  job: Job,
): Promise<PairedRatio | null> {
  const result = await runJob<PairedRatio>(job, jobContext);
  const label = Object.values(job)
    .filter((part) => typeof part === "string")
    .join(", ");
  if (!result.ok) {
    context.log(`${label}: ${result.reason}`);
    return null;
  }
  const { cpuNs, baselineCpuNs, ratio } = result.value;
  context.log(
    `${label}: ${cpuNs.toFixed(0)} / ${baselineCpuNs.toFixed(0)} ns, ${ratio.toFixed(3)}x`,
  );
  return result.value;
}

type Names = Pick<BenchRow, "case" | "metric" | "peer" | "target">;

/**
 * Returns the row that compares our codec with the baseline. Both were timed in the same pairs.
 */
export function pairRow(names: Names, pair: PairedRatio | null): BenchRow {
  const ratio = pair?.ratio ?? null;
  return {
    bench: "codec",
    ...names,
    value: pair?.cpuNs ?? null,
    peerValue: pair?.baselineCpuNs ?? null,
    ratio,
    holds: names.target === null ? null : ratio !== null && ratio <= names.target,
    ...(pair === null ? {} : { quartiles: pair.quartiles }),
  };
}

/**
 * Returns the row that compares our codec with a peer. Both were timed in pairs with the same
 * baseline, but in different processes.
 */
export function relativeRow(
  names: Names,
  ours: PairedRatio | null,
  peer: PairedRatio | null,
): BenchRow {
  const ratio = ours === null || peer === null ? null : ours.ratio / peer.ratio;
  const unknown = names.target === null || peer === null;
  return {
    bench: "codec",
    ...names,
    value: ours?.cpuNs ?? null,
    peerValue: peer?.cpuNs ?? null,
    ratio,
    holds: unknown ? null : ratio !== null && ratio <= (names.target ?? 0),
    ...(peer === null ? {} : { peerToBaseline: peer.ratio }),
  };
}

/** Returns a row that summarizes other rows: the geometric means of their ratios and times. */
export function meanRow(names: Names, rows: readonly BenchRow[]): BenchRow {
  const mean = (values: readonly (number | null)[]): number | null => {
    const known = values.filter((value) => value !== null);
    return known.length < values.length ? null : geometricMean(known);
  };
  const ratio = mean(rows.map((row) => row.ratio));
  return {
    bench: "codec",
    ...names,
    value: mean(rows.map((row) => row.value)),
    peerValue: mean(rows.map((row) => row.peerValue)),
    ratio,
    holds: names.target === null ? null : ratio !== null && ratio <= names.target,
  };
}
