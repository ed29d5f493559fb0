import type { ClauseResult } from "./clause.ts";
import type { ConformanceReport } from "./conformance-report.ts";

const SHOWN_SEEN = 300;

/** Formats a result as a line: id, outcome, and the observation or the rule. */
export function formatResult(result: ClauseResult, idWidth: number): string {
  const { outcome, sentence } = result;
  const head = resultHead(result, idWidth);
  if (outcome === "fail") return head + sentence;
  const seen = oneLine(result.seen);
  return head + (outcome === "pass" ? seen : `${sentence} (${seen})`);
}

/** Formats a failure: the line of the result, the observation, and where the rule is written. */
export function formatFailure(result: ClauseResult, idWidth: number): string {
  const indent = `\n${" ".repeat(resultHead(result, idWidth).length)}`;
  const seen = oneLine(result.seen);
  return `${formatResult(result, idWidth)}${indent}observed: ${seen}${indent}source: ${result.source}`;
}

/** Formats the last line of a report. */
export function formatCounts({ counts, durationMs, url }: ConformanceReport): string {
  const { pass, fail } = counts;
  const seconds = (durationMs / 1000).toFixed(1);
  return `${url}: ${pass} passed, ${fail} failed, ${counts["not run"]} not run, in ${seconds} s`;
}

function resultHead({ id, outcome }: ClauseResult, idWidth: number): string {
  return `${id.padEnd(idWidth)}  ${outcome.padEnd(9)}`;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > SHOWN_SEEN ? `${line.slice(0, SHOWN_SEEN)}...` : line;
}
