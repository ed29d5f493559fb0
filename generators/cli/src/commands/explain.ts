// `specwright explain CODE`: the page of a diagnostic.

import { CliError } from "../cli-error.ts";
import { diagnosticTable } from "../diagnostic-table.ts";
import type { Terminal } from "../terminal.ts";

/** Prints the page of a code, or the list of codes if none is given. */
export function explainCommand(terminal: Terminal, code: string | undefined): number {
  if (code === undefined) {
    const width = Math.max(...Object.keys(diagnosticTable).map((each) => each.length));
    for (const each of Object.keys(diagnosticTable).sort()) {
      const rule = diagnosticTable[each];
      if (rule !== undefined)
        terminal.out(`${each.padEnd(width)}  ${rule.severity.padEnd(7)}  ${rule.fix}`);
    }
    return 0;
  }
  const rule = diagnosticTable[code.toUpperCase()];
  if (rule === undefined) {
    throw new CliError(
      "unknown_code",
      `There is no diagnostic ${code}.`,
      "Run `specwright explain` for the list.",
    );
  }
  terminal.out(rule.explanation.trimEnd());
  terminal.out(`\nFix: ${rule.fix}`);
  return 0;
}
