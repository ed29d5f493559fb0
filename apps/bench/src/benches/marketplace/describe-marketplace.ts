import type { BenchRow } from "../../bench.ts";
import { searchMetrics } from "./search/search-rows.ts";

/**
 * Formats the rows of the `marketplace` benchmark as Markdown: the comparisons, the cost of the
 * steps, and the cost of searches by kind.
 */
export function describeMarketplace(rows: readonly BenchRow[]): string {
  const kinds = rows.filter(({ peer, metric }) => peer === "" && searchMetrics.includes(metric));
  const steps = rows.filter(({ peer, metric }) => peer === "" && !searchMetrics.includes(metric));
  return [
    describeComparisons(rows.filter(({ peer }) => peer !== "")),
    ...(steps.length === 0 ? [] : [describeSteps(steps)]),
    ...(kinds.length === 0 ? [] : [describeSearches(kinds)]),
  ].join("\n\n");
}

/** Formats the cost of random searches, with a line for each kind of search. */
function describeSearches(rows: readonly BenchRow[]): string {
  const values = new Map(rows.map((row) => [`${row.case} ${row.metric}`, row.value ?? 0]));
  const cell = (kind: string, metric: string): string => {
    const value = values.get(`${kind} ${metric}`) ?? 0;
    return metric === "searches" ? `${value}` : (value / 1_000).toFixed(1);
  };
  return [
    "### Random searches, in milliseconds of CPU time",
    "",
    `| kind | ${searchMetrics.join(" | ")} |`,
    `|---|${searchMetrics.map(() => "---").join("|")}|`,
    ...[...new Set(rows.map((row) => row.case))].map((kind) => {
      return `| ${[kind, ...searchMetrics.map((metric) => cell(kind, metric))].join(" | ")} |`;
    }),
  ].join("\n");
}

/** Formats the cost of each step of a request. The steps that cost most in a read are first. */
function describeSteps(rows: readonly BenchRow[]): string {
  const routes = [...new Set(rows.map((row) => row.case))];
  const steps = [...new Set(rows.map(({ metric }) => metric))];
  const values = new Map(rows.map((row) => [`${row.case} ${row.metric}`, row.value ?? 0]));
  const cell = (route: string, step: string): string =>
    (values.get(`${route} ${step}`) ?? 0).toFixed(1);
  const sum = (route: string): string =>
    rows
      .filter((row) => row.case === route)
      .reduce((all, { value }) => all + (value ?? 0), 0)
      .toFixed(1);
  return [
    "### Steps of a request, in microseconds of CPU time",
    "",
    `| step | ${routes.join(" | ")} |`,
    `|---|${routes.map(() => "---").join("|")}|`,
    ...steps.map(
      (step) => `| ${[step, ...routes.map((route) => cell(route, step))].join(" | ")} |`,
    ),
    `| ${["all", ...routes.map(sum)].join(" | ")} |`,
  ].join("\n");
}

function describeComparisons(rows: readonly BenchRow[]): string {
  return [
    "| route | peer | ours us | the peer's us | ours / theirs | quartiles | target | holds |",
    "|---|---|---|---|---|---|---|---|",
    ...rows.map((row) => {
      const [low, high] = row.quartiles ?? [];
      const cells = [
        row.case,
        row.peer,
        formatMicros(row.value),
        formatMicros(row.peerValue),
        formatRatio(row.ratio),
        low === undefined || high === undefined
          ? ""
          : `${formatRatio(low)} to ${formatRatio(high)}`,
        row.target === null ? "" : `<= ${formatRatio(row.target)}`,
        row.holds === null ? "" : row.holds ? "yes" : "**missed**",
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  ].join("\n");
}

function formatRatio(value: number | null): string {
  return value === null ? "failed" : value.toFixed(2);
}

function formatMicros(value: number | null): string {
  if (value === null) return "failed";
  return Number(value.toPrecision(3)).toLocaleString("en-US");
}
