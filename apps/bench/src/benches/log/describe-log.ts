import type { BenchRow } from "../../bench.ts";

/**
 * Formats the rows of the `log` benchmark as a Markdown table. Each line is about one workload and
 * one engine.
 */
export function describeLog(rows: readonly BenchRow[]): string {
  const cases = [...new Set(rows.map((row) => row.case))];
  const lines = cases.map((name) => {
    const value = (metric: string): number | null | undefined =>
      rows.find((row) => row.case === name && row.metric === metric)?.value;
    const target = rows.find((row) => row.case === name && row.target !== null);
    const wall = value("us/record");
    const cells = [
      name,
      wall === null || wall === undefined ? "failed" : formatRate(1e6 / wall),
      formatMicros(value("cpu us/record")),
      formatMicros(value("server cpu us/record")),
      target?.peer ?? "",
      target === undefined ? "" : target.holds === true ? "yes" : "**missed**",
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "| work, engine | records/s | CPU us/record | server's CPU us/record | wanted | holds |",
    "|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

/** Formats a rate with three significant digits and thousands separators. */
function formatRate(perSecond: number): string {
  return Math.round(Number(perSecond.toPrecision(3))).toLocaleString("en-US");
}

function formatMicros(value: number | null | undefined): string {
  if (value === undefined) return "";
  return value === null ? "failed" : value.toPrecision(3);
}
