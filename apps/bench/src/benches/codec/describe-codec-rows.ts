// Formats the rows of the codec benchmark as Markdown.

import type { BenchRow } from "../../bench.ts";
import { bundler } from "./bundle-size.ts";
import { codecPeers } from "./codec-peers.ts";
import { forms, writeFrames } from "./forms.ts";
import { drawFrames, frameTypes } from "./frames.ts";

/** Formats the rows as Markdown: first the missed targets, and then a table for each metric. */
export function describeCodecRows(rows: readonly BenchRow[]): string {
  const metrics = [...new Set(rows.map((row) => row.metric))];
  const timed = metrics.filter((metric) => !isForm(metric) && !isLimit(rows, metric));
  return [
    `- Peers: ${peerVersions()}\n- Frames: ${frameSizes()}`,
    describeMisses(rows),
    ...timed.map((metric) => `### ${metric}\n\n${timeTable(rows, metric)}`),
    `### Other forms\n\nOurs / JSON.parse of the same text; at most 0.85 is the target.\n\n${formTable(rows)}`,
    `### Size and start\n\n${limitTable(rows)}`,
  ].join("\n\n");
}

function isForm(metric: string): boolean {
  return forms.slice(1).some((form) => metric.includes(form));
}

function isLimit(rows: readonly BenchRow[], metric: string): boolean {
  return rows.some((row) => row.metric === metric && row.peer === "limit");
}

function describeMisses(rows: readonly BenchRow[]): string {
  const judged = rows.filter((row) => row.holds !== null);
  const misses = judged.filter((row) => row.holds === false);
  const summary = `${judged.length - misses.length} of ${judged.length} targets hold.`;
  if (misses.length === 0) return summary;
  const lines = misses.map((row) => {
    const found = isLimit(rows, row.metric) ? formatNumber(row.value) : formatRatio(row.ratio);
    const wanted = isLimit(rows, row.metric) ? formatNumber(row.peerValue) : wantedOf(row.target);
    return `- **Miss**: ${row.metric}, ${row.case}, against ${row.peer}: ${found}, wanted at most ${wanted}`;
  });
  return `${summary}\n\n${lines.join("\n")}`;
}

function timeTable(rows: readonly BenchRow[], metric: string): string {
  const found = rows.filter((row) => row.metric === metric);
  return formatTable(
    [
      "frame",
      "against",
      "ours ns",
      "theirs ns",
      "ours / theirs",
      "quartiles",
      "target",
      "theirs / baseline",
    ],
    found.map((row) => [
      row.case,
      row.peer,
      formatNumber(row.value),
      formatNumber(row.peerValue),
      formatRatio(row.ratio),
      row.quartiles === undefined ? "" : row.quartiles.map(formatRatio).join(" to "),
      formatTarget(row),
      row.peerToBaseline === undefined ? "" : formatRatio(row.peerToBaseline),
    ]),
  );
}

function formTable(rows: readonly BenchRow[]): string {
  const found = forms.slice(1).map((form) => {
    const ratios = frameTypes.map((frame) => {
      const row = rows.find((each) => each.metric.includes(form) && each.case === frame);
      if (row === undefined) return "";
      return `${formatRatio(row.ratio)}${row.holds === false ? " (miss)" : ""}`;
    });
    return [form, ...ratios];
  });
  return formatTable(["form", ...frameTypes], found);
}

function limitTable(rows: readonly BenchRow[]): string {
  const found = rows.filter((row) => row.peer === "limit");
  return formatTable(
    ["what", "of", "found", "limit"],
    found.map((row) => [
      row.metric,
      row.case,
      `${formatNumber(row.value)}${row.holds === false ? " (miss)" : ""}`,
      row.peerValue === null ? "" : formatNumber(row.peerValue),
    ]),
  );
}

function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(headings), `|${"---|".repeat(headings.length)}`, ...rows.map(line)].join("\n");
}

function formatTarget({ target, holds }: BenchRow): string {
  return holds === false ? `${wantedOf(target)} (miss)` : wantedOf(target);
}

function wantedOf(target: number | null): string {
  if (target === null) return "";
  return target < 0.15 ? `1/${Math.round(1 / target)}` : String(target);
}

function formatRatio(value: number | null): string {
  if (value === null) return "none";
  return value < 0.1 ? value.toFixed(3) : value.toFixed(2);
}

function formatNumber(value: number | null): string {
  if (value === null) return "none";
  return Number.isInteger(value) || value >= 1000 ? value.toFixed(0) : value.toPrecision(3);
}

function peerVersions(): string {
  const all = Object.assign({}, ...[...codecPeers, bundler].map((peer) => peer.dependencies));
  return Object.entries(all as Readonly<Record<string, string>>)
    .map(([name, version]) => `${name} ${version}`)
    .join(", ");
}

function frameSizes(): string {
  const sizes = frameTypes.map((type) => {
    const frames = writeFrames(drawFrames(type), "compact");
    const bytes = frames.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    return `${type} ${Math.round(bytes / frames.length)} B`;
  });
  return `256 of each type, on average ${sizes.join(", ")}`;
}
