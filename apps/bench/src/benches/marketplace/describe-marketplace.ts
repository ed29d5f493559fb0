import type { BenchRow } from "../../bench.ts";

/** Lays out the rows of the `marketplace` benchmark as Markdown, in requests per CPU second. */
export function describeMarketplace(rows: readonly BenchRow[]): string {
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
