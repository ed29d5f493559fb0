// `specwright explain`: explains a diagnostic, a rule of `specwright diff`, or an error.

import { type RuleId, rules } from "@specwright/diff";
import { nearestName } from "@specwright/spec-loader";
import { publisherProblems } from "../publish/publisher-problems.ts";
import { CliError } from "../terminal/cli-error.ts";
import { commandErrors, type ErrorExplanation } from "../terminal/command-errors.ts";
import { docsUrl } from "../terminal/docs-url.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { diagnosticTable } from "./diagnostic-table.ts";

/** The errors of the commands. This type allows a lookup of codes that do not exist. */
const errors: Readonly<Record<string, ErrorExplanation>> = commandErrors;

/** Prints the page of a code or rule. If `code` is undefined, prints the list of all codes and rules. */
export function explainCommand(terminal: Terminal, code: string | undefined): number {
  if (code === undefined) listAll(terminal);
  else for (const line of explainCode(code)) terminal.out(line);
  return 0;
}

function listAll(terminal: Terminal): void {
  const codes = Object.keys(diagnosticTable).sort();
  const ids = Object.keys(rules).filter(isRule).sort();
  const width = Math.max(...[...codes, ...ids].map((each) => each.length));
  terminal.out("Diagnostics of documents, with the highest severity of each:");
  for (const each of codes) {
    const rule = diagnosticTable[each];
    if (rule !== undefined)
      terminal.out(`${each.padEnd(width)}  ${rule.severity.padEnd(7)}  ${rule.fix}`);
  }
  terminal.out("\nRules of specwright diff:");
  for (const id of ids) terminal.out(`${id.padEnd(width)}  ${rules[id].title}.`);
  terminal.out("\nErrors of the command:");
  for (const [each, { cause }] of Object.entries(errors)) {
    terminal.out(`${each.padEnd(width)}  ${cause}`);
  }
  terminal.out("\nProblems of the API of a publisher:");
  for (const [each, { cause }] of Object.entries(publisherProblems)) {
    terminal.out(`${each.padEnd(width)}  ${cause}`);
  }
}

/** Returns the lines of the page about a code. */
function explainCode(code: string): readonly string[] {
  const diagnostic = diagnosticTable[code.toUpperCase()];
  const id = code.toLowerCase();
  if (diagnostic !== undefined) {
    return [diagnostic.explanation.trimEnd(), `\nFix: ${diagnostic.fix}`];
  }
  if (isRule(id)) {
    const { title, area, explanation } = rules[id];
    const about = `${title}. A rule of \`specwright diff\` (area: ${area}).`;
    return [`# ${id}\n\n${about}\n`, explanation.trimEnd()];
  }
  const [error, problem] = [memberOf(errors, id), memberOf(publisherProblems, id)];
  if (error === undefined && problem === undefined) throw unknownCode(code);
  return [
    `# ${id}`,
    ...(error === undefined ? [] : errorSection("An error of the command.", error)),
    ...(problem === undefined
      ? []
      : errorSection(`A problem of the API of a publisher (${problem.status}).`, problem)),
  ];
}

function errorSection(kind: string, { cause, fix }: ErrorExplanation): readonly string[] {
  return [`\n${kind} ${cause}`, `\nFix: ${fix}`];
}

function memberOf<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function unknownCode(code: string): CliError {
  const lower = [...Object.keys(rules), ...Object.keys(errors), ...Object.keys(publisherProblems)];
  const nearest =
    nearestName(code.toUpperCase(), Object.keys(diagnosticTable)) ??
    nearestName(code.toLowerCase(), lower);
  return new CliError(
    "unknown_code",
    `Unknown diagnostic, rule or error ${code}.`,
    `${nearest === undefined ? "" : `Did you mean ${nearest}? `}Run \`specwright explain\` for the list; errors of clients and servers are in ${docsUrl("errors.md")}.`,
  );
}

function isRule(id: string): id is RuleId {
  return Object.hasOwn(rules, id);
}
