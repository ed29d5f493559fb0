import type { BenchRow } from "../../bench.ts";

/** Lays out the rows of the `marketplace` benchmark as Markdown: the comparisons, and the steps. */
export function describeMarketplace(rows: readonly BenchRow[]): string {
  const steps = rows.filter(({ peer }) => peer === "");
  const comparisons = describeComparisons(rows.filter(({ peer }) => peer !== ""));
  return steps.length === 0 ? comparisons : `${comparisons}\n\n${describeSteps(steps)}`;
}

/** Lays out what each step of a request costs, the dearest of a read first. */
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
    "| route | peer | ours, requests per CPU second | the peer's | ours / theirs | quartiles | target | holds |",
    "|---|---|---|---|---|---|---|---|",
    ...rows.map((row) => {
      const [low, high] = row.quartiles ?? [Number.NaN, Number.NaN];
      const cells = [
        row.case,
        row.peer,
        rate(row.value),
        rate(row.peerValue),
        inverse(row.ratio),
        `${inverse(high)} to ${inverse(low)}`,
        row.target === null ? "" : `>= ${inverse(row.target)}`,
        row.holds === null ? "" : row.holds ? "yes" : "**missed**",
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  ].join("\n");
}

/** Rows have time per request, of which less is better. */
function inverse(value: number | null): string {
  return value === null ? "failed" : (1 / value).toFixed(2);
}

function rate(micros: number | null): string {
  if (micros === null) return "failed";
  return Math.round(Number((1e6 / micros).toPrecision(3))).toLocaleString("en-US");
}
