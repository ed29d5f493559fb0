// Converts the results of jobs to rows.

import type { BenchContext, BenchRow } from "../../bench.ts";
import { geometricMean, type PairedRatio } from "../../paired-ratio.ts";
import { type Job, type JobContext, runJob } from "./job.ts";

/**
 * Runs a job that pairs a candidate with a baseline. If it fails, logs the reason and returns null.
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

/** Returns the row that compares ours with the baseline of the same pair. */
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
 * Returns the row that compares ours with a peer that was paired with the same baseline in another
 * process.
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

/** Returns a row with the geometric means of the ratios and times of other rows. */
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
