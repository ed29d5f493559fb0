import type { BenchRow } from "../../bench.ts";

/**
 * Formats the rows of the `publisher` benchmark as Markdown: responses, publications and memory.
 */
export function describePublisher(rows: readonly BenchRow[]): string {
  const answers = rows.filter(({ peer }) => peer === "node:http");
  const others = rows.filter(({ peer }) => peer !== "node:http");
  return `${describeAnswers(answers)}\n\n${describeOthers(others)}`;
}

function describeAnswers(rows: readonly BenchRow[]): string {
  return [
    "| answers | ours us | node:http us | of node:http's answers per CPU-second | quartiles | target | holds |",
    "|---|---|---|---|---|---|---|",
    ...rows.map((row) => {
      const [low, high] = row.quartiles ?? [];
      const cells = [
        row.case,
        formatValue(row.value),
        formatValue(row.peerValue),
        formatShare(row.ratio),
        low === undefined || high === undefined
          ? ""
          : `${formatShare(high)} to ${formatShare(low)}`,
        row.target === null ? "" : `>= ${formatShare(row.target)}`,
        rowVerdict(row),
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  ].join("\n");
}

function describeOthers(rows: readonly BenchRow[]): string {
  return [
    "| what | measure | value | limit | holds |",
    "|---|---|---|---|---|",
    ...rows.map((row) => {
      const cells = [
        row.case,
        row.metric,
        formatValue(row.value),
        shownLimit(row),
        rowVerdict(row),
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  ].join("\n");
}

function formatShare(ratio: number | null): string {
  return ratio === null ? "failed" : (1 / ratio).toFixed(2);
}

function formatValue(value: number | null): string {
  if (value === null) return "failed";
  return Number(value.toPrecision(3)).toLocaleString("en-US");
}

function shownLimit({ peerValue }: BenchRow): string {
  return peerValue === null ? "" : String(peerValue);
}

function rowVerdict({ holds }: BenchRow): string {
  return holds === null ? "" : holds ? "yes" : "**missed**";
}
