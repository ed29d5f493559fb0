import type { BenchRow } from "../bench.ts";

/** Formats the rows of the `order-book` benchmark as a Markdown table. */
export function describeOrderBook(rows: readonly BenchRow[]): string {
  const lines = rows.map((row) => {
    const cells = [row.case, row.peer, perSecond(row.value), perSecond(row.peerValue)];
    const quartiles = row.quartiles?.map((each) => each.toFixed(2)).join("-") ?? "";
    const holds = row.holds === null ? "" : row.holds ? "yes" : "**missed**";
    cells.push(row.ratio?.toFixed(2) ?? "failed", quartiles, `<= ${row.target ?? "-"}`, holds);
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "| levels a side | peer | our updates/s | the peer's | ours / theirs | quartiles | target | holds |",
    "|---|---|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

function perSecond(cpuNs: number | null): string {
  return cpuNs === null ? "failed" : `${(1e3 / cpuNs).toFixed(1)} M`;
}
