// `specwright explain`: the page of a diagnostic, or of a rule of `specwright diff`.

import { type RuleId, rules } from "@specwright/diff";
import { nearestName } from "@specwright/spec-loader";
import { CliError } from "../cli-error.ts";
import { diagnosticTable } from "../diagnostic-table.ts";
import type { Terminal } from "../terminal.ts";

/** Prints the page of a code or rule, or the list of them if none is given. */
export function explainCommand(terminal: Terminal, code: string | undefined): number {
  if (code === undefined) listAll(terminal);
  else explain(terminal, code);
  return 0;
}

function listAll(terminal: Terminal): void {
  const codes = Object.keys(diagnosticTable).sort();
  const ids = Object.keys(rules).filter(isRule).sort();
  const width = Math.max(...[...codes, ...ids].map((each) => each.length));
  terminal.out("Diagnostics of documents:");
  for (const each of codes) {
    const rule = diagnosticTable[each];
    if (rule !== undefined)
      terminal.out(`${each.padEnd(width)}  ${rule.severity.padEnd(7)}  ${rule.fix}`);
  }
  terminal.out("\nRules of specwright diff:");
  for (const id of ids) terminal.out(`${id.padEnd(width)}  ${rules[id].title}.`);
}

function explain(terminal: Terminal, code: string): void {
  const diagnostic = diagnosticTable[code.toUpperCase()];
  const id = code.toLowerCase();
  if (diagnostic !== undefined) {
    terminal.out(diagnostic.explanation.trimEnd());
    terminal.out(`\nFix: ${diagnostic.fix}`);
  } else if (isRule(id)) {
    const { title, area, explanation } = rules[id];
    terminal.out(`# ${id}\n\n${title}. It is a rule of specwright diff about: ${area}.\n`);
    terminal.out(explanation.trimEnd());
  } else {
    const nearest =
      nearestName(code.toUpperCase(), Object.keys(diagnosticTable)) ??
      nearestName(id, Object.keys(rules));
    throw new CliError(
      "unknown_code",
      `There is no diagnostic or rule ${code}.`,
      `${nearest === undefined ? "" : `Did you mean ${nearest}? `}Run \`specwright explain\` for the list.`,
    );
  }
}

function isRule(id: string): id is RuleId {
  return Object.hasOwn(rules, id);
}
