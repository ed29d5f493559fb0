import type { ClauseResult } from "../checks/clause.ts";

const SHOWN_SEEN = 300;

/**
 * Formats a result of a feed's clause: id, outcome and observation. A failure also states the sentence
 * and its place in the contract.
 */
export function formatFeedResult(result: ClauseResult, idWidth: number): string {
  const { id, outcome, sentence, source } = result;
  const seen = oneLine(result.seen);
  const head = `${id.padEnd(idWidth)}${outcome.padEnd(9)}`;
  if (outcome === "pass") return head + seen;
  if (outcome === "not run") return `${head}${sentence} (${seen})`;
  const indent = `\n${" ".repeat(head.length)}`;
  return `${head}${sentence}${indent}seen: ${seen}${indent}place: ${source}`;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > SHOWN_SEEN ? `${line.slice(0, SHOWN_SEEN)}...` : line;
}
