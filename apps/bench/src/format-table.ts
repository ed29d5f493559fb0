// Rows as a table for people.

import type { BenchRow } from "./bench.ts";

const headings = ["case", "metric", "ours", "peer", "peer's", "ratio", "target", "holds"];

/** Lays the rows out in columns; numbers to two decimals. */
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
  return [
    row.case,
    row.metric,
    number(row.value),
    row.peer,
    number(row.peerValue),
    ratio === null ? "-" : `${ratio < 0.1 ? ratio.toFixed(3) : ratio.toFixed(2)}x`,
    target === null ? "" : `<= ${Number(target.toPrecision(3))}x`,
    holds === null ? "" : holds ? "yes" : "NO",
  ];
}

function number(value: number | null): string {
  return value === null ? "failed" : value.toFixed(2);
}
