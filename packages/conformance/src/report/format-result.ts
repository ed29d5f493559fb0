import type { ClauseResult } from "../checks/clause.ts";
import type { ConformanceReport } from "../checks/conformance-report.ts";

const SHOWN_SEEN = 300;

/** Formats a result as a line: id, outcome, time, observation. A failure also states the rule. */
export function formatResult(result: ClauseResult): string {
  const { id, outcome, durationMs, sentence } = result;
  const seen = oneLine(result.seen);
  const head = `${id.padEnd(8)}${outcome.padEnd(9)}${`${durationMs} ms`.padStart(9)}  `;
  if (outcome === "pass") return head + seen;
  if (outcome === "not run") return `${head}${sentence} (${seen})`;
  return `${head}${sentence}\n${" ".repeat(28)}seen: ${seen}`;
}

/** Formats the last line of a report. */
export function formatCounts({ counts, durationMs, url }: ConformanceReport): string {
  const { pass, fail } = counts;
  const seconds = (durationMs / 1000).toFixed(1);
  return `${url}: ${pass} passed, ${fail} failed, ${counts["not run"]} not run, in ${seconds} s`;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > SHOWN_SEEN ? `${line.slice(0, SHOWN_SEEN)}...` : line;
}
