import { clauses } from "./clauses/clauses.ts";
import { sentences } from "./sentences.ts";

/** Formats the tables of sentences and clauses for docs/conformance.md, as Markdown. */
export function formatCoverage(): string {
  const rows = sentences.map(({ place, says, clauses: ids, unobservable = "" }) => {
    return `| ${place} | ${says} | ${ids.join(", ")} | ${unobservable} |`;
  });
  const rules = clauses.map(({ id, sentence, needs = [] }) => {
    return `| ${id} | ${sentence} | ${needs.join(", ")} |`;
  });
  return [
    "| place | says | clauses | not observable, and why |",
    "|---|---|---|---|",
    ...rows,
    "",
    "## Clauses",
    "",
    "| id | rule | needs |",
    "|---|---|---|",
    ...rules,
    "",
  ].join("\n");
}
