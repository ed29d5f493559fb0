import type { BenchRow } from "../bench.ts";

/** Formats the rows of the `generate` benchmark as a Markdown table. */
export function describeGenerate(rows: readonly BenchRow[]): string {
  const lines = rows.map((row) => {
    const places = /^(?:cpu|check) s/.test(row.metric) ? 2 : 0;
    const amount = (value: number | null) => value?.toFixed(places) ?? "failed";
    const cells = [row.case, row.peer, row.metric, amount(row.value), amount(row.peerValue)];
    const holds = row.holds === null ? "" : row.holds ? "yes" : "**missed**";
    cells.push(row.ratio?.toFixed(2) ?? "failed", row.target === null ? "" : `<= ${row.target}`);
    return `| ${[...cells, holds].join(" | ")} |`;
  });
  return [
    "| document | peer | metric | ours | the peer's | ours / theirs | target | holds |",
    "|---|---|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}
