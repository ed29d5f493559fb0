import type { BenchRow } from "../../bench.ts";

/** Formats the rows of the `marketplace` benchmark as Markdown: the comparisons, and the steps. */
export function describeMarketplace(rows: readonly BenchRow[]): string {
  const steps = rows.filter(({ peer }) => peer === "");
  const comparisons = describeComparisons(rows.filter(({ peer }) => peer !== ""));
  return steps.length === 0 ? comparisons : `${comparisons}\n\n${describeSteps(steps)}`;
}

/** Formats the cost of each step of a request, the most expensive ones of a read first. */
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
        micros(row.value),
        micros(row.peerValue),
        ratio(row.ratio),
        low === undefined || high === undefined ? "" : `${ratio(low)} to ${ratio(high)}`,
        row.target === null ? "" : `<= ${ratio(row.target)}`,
        row.holds === null ? "" : row.holds ? "yes" : "**missed**",
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  ].join("\n");
}

function ratio(value: number | null): string {
  return value === null ? "failed" : value.toFixed(2);
}

function micros(value: number | null): string {
  if (value === null) return "failed";
  return Number(value.toPrecision(3)).toLocaleString("en-US");
}
