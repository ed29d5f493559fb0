import type { BenchRow } from "../../bench.ts";

/** Formats the rows of the `diff` benchmark as a Markdown table. */
export function describeDiff(rows: readonly BenchRow[]): string {
  const lines = rows.map((row) => {
    const places = row.metric === "cpu s" ? 2 : 0;
    const amount = (value: number | null) => value?.toFixed(places) ?? "failed";
    const target = row.target === null ? "" : row.ratio === null ? "0" : `<= ${row.target}`;
    const holds = row.holds === null ? "" : row.holds ? "yes" : "**missed**";
    const ratio = row.ratio?.toFixed(2) ?? "";
    const cells = [row.case, row.peer, row.metric, amount(row.value), amount(row.peerValue)];
    return `| ${[...cells, ratio, target, holds].join(" | ")} |`;
  });
  return [
    "| case | peer | metric | ours | the peer's | ours / theirs | target | holds |",
    "|---|---|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}
