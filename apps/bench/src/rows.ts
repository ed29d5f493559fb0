// Converts measurements to rows.

import type { BenchRow } from "./bench.ts";

/**
 * Returns the median; null for an empty list. For an even number of values, it is the mean of the
 * middle two.
 */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2;
}

/**
 * Returns the row of a comparison. If the peer failed, the row has no ratio. If our candidate
 * failed, the row misses its target.
 */
export function compareWithPeer(
  row: Pick<BenchRow, "bench" | "case" | "peer" | "metric" | "value" | "peerValue" | "target">,
): BenchRow {
  const { value, peerValue, target } = row;
  const ratio = value === null || peerValue === null || peerValue === 0 ? null : value / peerValue;
  if (target === null) return { ...row, ratio, holds: null };
  if (value === null) return { ...row, ratio, holds: false };
  return { ...row, ratio, holds: ratio === null ? null : ratio <= target };
}

/**
 * Returns the row of a paired comparison. Its ratio is the median of the ratios of all pairs, not
 * the ratio of the medians.
 */
export function compareInPairs(
  row: Pick<BenchRow, "bench" | "case" | "peer" | "metric" | "target"> & {
    readonly values: readonly number[];
    /** The values of the peer, one for each of our values; empty if the peer failed. */
    readonly peerValues: readonly number[];
  },
): BenchRow {
  const { values, peerValues, ...rest } = row;
  const plain = { ...rest, value: median(values), peerValue: median(peerValues) };
  const ratios = values.flatMap((value, at) => {
    const peerValue = peerValues[at];
    return peerValue === undefined ? [] : [value / peerValue];
  });
  const ratio = median(ratios);
  if (ratio === null) return compareWithPeer(plain);
  const holds = rest.target === null ? null : ratio <= rest.target;
  return { ...plain, ratio, holds, quartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)] };
}

/** Returns a quantile of the values; NaN for an empty list. `part` is between 0 and 1. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN;
}
