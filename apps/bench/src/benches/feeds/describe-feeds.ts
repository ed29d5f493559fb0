import type { BenchRow } from "../../bench.ts";

/** Formats the rows of the `feeds` benchmark as a Markdown table. */
export function describeFeeds(rows: readonly BenchRow[]): string {
  const lines = rows.map((row) => {
    const cells = [row.case, row.peer, formatNanos(row.value), formatNanos(row.peerValue)];
    const quartiles = row.quartiles?.map((each) => each.toFixed(2)).join("-") ?? "";
    const holds = row.holds === null ? "" : row.holds ? "yes" : "**missed**";
    const target = row.target === null ? "" : `<= ${row.target}`;
    cells.push(row.ratio?.toFixed(2) ?? "failed", quartiles, target, holds);
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "| frames | against | our CPU ns a frame | the other's | ours / theirs | quartiles | target | holds |",
    "|---|---|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

function formatNanos(value: number | null): string {
  return value === null ? "failed" : Math.round(value).toLocaleString("en");
}
