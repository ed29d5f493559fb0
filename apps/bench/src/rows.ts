// From measurements to rows.

import type { BenchRow } from "./bench.ts";

/** Gives the middle of the values, the mean of the two middle ones when their number is even; null of none. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2;
}

/** Makes the row of a comparison. A failed peer gives no ratio; our own failure never holds. */
export function compareWithPeer(
  row: Pick<BenchRow, "bench" | "case" | "peer" | "metric" | "value" | "peerValue" | "target">,
): BenchRow {
  const { value, peerValue, target } = row;
  const ratio = value === null || peerValue === null || peerValue === 0 ? null : value / peerValue;
  if (target === null) return { ...row, ratio, holds: null };
  if (value === null) return { ...row, ratio, holds: false };
  return { ...row, ratio, holds: ratio === null ? null : ratio <= target };
}
