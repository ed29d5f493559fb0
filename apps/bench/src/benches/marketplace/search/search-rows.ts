// Creates the rows about random searches during writes.

import type { BenchRow } from "../../../bench.ts";
import { compareWithPeer, median, quantile } from "../../../rows.ts";
import type { BenchDatabase } from "../copy-database.ts";
import type { MeasuredSearch } from "./measure-searches.ts";

/** The maximum of the 95th percentile of the searches, in microseconds of CPU time. */
const LIMIT = 30_000;
/** How many of the most expensive searches are logged. */
const NAMED = 10;

/** The metrics of the searches of one kind. */
export const searchMetrics: readonly string[] = ["searches", "median", "p95", "most"];

/**
 * Returns one row about all random searches, and one row for each kind. The most expensive kinds
 * are first.
 */
export function searchRows(
  engine: BenchDatabase["engine"],
  found: readonly MeasuredSearch[],
): readonly BenchRow[] {
  const suffix = engine === "sqlite" ? "" : ", PostgreSQL";
  const all = compareWithPeer({
    bench: "marketplace",
    case: `random searches${suffix}`,
    peer: "limit",
    metric: "cpu us per request, p95",
    value: quantile(found.map(costOf), 0.95),
    peerValue: LIMIT,
    target: engine === "sqlite" ? 1 : null,
  });
  const kinds = [...new Set(found.flatMap((search) => search.kinds))].map((kind) => {
    const costs = found.filter((search) => search.kinds.includes(kind)).map(costOf);
    const p95 = quantile(costs, 0.95);
    const values = [costs.length, median(costs), p95, Math.max(...costs)];
    return { kind, p95, values };
  });
  const rows = kinds
    .sort((one, other) => other.p95 - one.p95)
    .flatMap(({ kind, values }) =>
      searchMetrics.map((metric, at) => searchRow(`${kind}${suffix}`, metric, values[at] ?? null)),
    );
  return [all, ...rows];
}

/** Describes the most expensive searches. Each search has its own line. */
export function describeSlowest(found: readonly MeasuredSearch[]): readonly string[] {
  return found
    .toSorted((one, other) => costOf(other) - costOf(one))
    .slice(0, NAMED)
    .map((search) => {
      const { kinds, target } = search;
      return `${(costOf(search) / 1_000).toFixed(1)} ms ${kinds.at(-1)}: ${target}`;
    });
}

function costOf({ cpuMicros }: MeasuredSearch): number {
  return cpuMicros;
}

function searchRow(kind: string, metric: string, value: number | null): BenchRow {
  return {
    bench: "marketplace",
    case: kind,
    peer: "",
    metric,
    value,
    peerValue: null,
    ratio: null,
    target: null,
    holds: null,
  };
}
