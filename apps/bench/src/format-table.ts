// Formats rows as a table for people.

import type { BenchRow } from "./bench.ts";

const headings = ["case", "metric", "ours", "peer", "peer's", "ratio", "target", "holds"];

/** Formats the rows in columns. Numbers have two decimals. */
export function formatTable(rows: readonly BenchRow[]): string {
  const cells = [headings, ...rows.map(rowCells)];
  const widths = headings.map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function rowCells(row: BenchRow): string[] {
  const { ratio, target, holds } = row;
  // A fixed limit has no value of its own, so its column shows "none" instead of "failed".
  const missing = row.peer === "limit" ? "none" : "failed";
  const number = (value: number | null): string => value?.toFixed(2) ?? missing;
  return [
    row.case,
    row.metric,
    number(row.value),
    row.peer,
    row.peer === "" ? "" : number(row.peerValue),
    row.peer === ""
      ? ""
      : ratio === null
        ? "-"
        : `${ratio < 0.1 ? ratio.toFixed(3) : ratio.toFixed(2)}x`,
    target === null ? "" : `<= ${Number(target.toPrecision(3))}x`,
    holds === null ? "" : holds ? "yes" : "NO",
  ];
}
