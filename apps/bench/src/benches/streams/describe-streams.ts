import type { BenchRow } from "../../bench.ts";

/**
 * Formats the rows of the `streams` benchmark as Markdown: first the comparisons with peers, and
 * then the comparisons with fixed limits.
 */
export function describeStreams(rows: readonly BenchRow[]): string {
  const costs = rows.filter(({ quartiles }) => quartiles !== undefined);
  const memory = rows.filter(({ peer, metric, peerValue }) => {
    return metric === "RSS MB" && peerValue !== null && !peer.includes("MB");
  });
  const figures = rows.filter((row) => !costs.includes(row) && !memory.includes(row));
  return [
    "### CPU time of a delivered frame",
    "",
    "| case | peer | our us | the peer's us | ours / theirs | quartiles | target | holds |",
    "|---|---|---|---|---|---|---|---|",
    ...costs.map(costLine),
    "",
    "### Memory with all clients connected",
    "",
    "| case | peer | our MB | the peer's MB | ours / theirs |",
    "|---|---|---|---|---|",
    ...memory.map((row) =>
      tableLine([
        row.case,
        row.peer,
        formatNumber(row.value),
        formatNumber(row.peerValue),
        formatNumber(row.ratio),
      ]),
    ),
    "",
    "### What a core bears",
    "",
    "| case | figure | measured | a second | wanted | holds |",
    "|---|---|---|---|---|---|",
    ...figures.map((row) =>
      tableLine([
        row.case,
        row.metric,
        formatNumber(row.value),
        rate(row),
        row.peer,
        rowVerdict(row),
      ]),
    ),
  ].join("\n");
}

function costLine(row: BenchRow): string {
  const { quartiles = [], target } = row;
  return tableLine([
    row.case,
    row.peer,
    formatNumber(row.value),
    formatNumber(row.peerValue),
    formatNumber(row.ratio),
    quartiles.map(formatNumber).join(" to "),
    target === null ? "" : target < 1 ? `1/${Math.round(1 / target)}` : String(target),
    rowVerdict(row),
  ]);
}

/**
 * If the metric is a time per item, returns the number of items per second. Otherwise returns an
 * empty text.
 */
function rate({ metric, value }: BenchRow): string {
  if (value === null || !metric.includes("us per")) return "";
  return Math.round(Number((1e6 / value).toPrecision(3))).toLocaleString("en-US");
}

function rowVerdict({ holds }: BenchRow): string {
  return holds === null ? "" : holds ? "yes" : "**missed**";
}

function formatNumber(value: number | null): string {
  return value === null ? "failed" : value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
