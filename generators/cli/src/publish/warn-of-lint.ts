import type { LoadResult } from "@specwright/spec-loader";
import { lintDiagnostics } from "../lint/lint-diagnostics.ts";
import { applyRules, readLintRules } from "../lint/lint-rules.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** If `specwright lint` finds warnings in a document, prints their number. */
export async function warnOfLint(
  terminal: Terminal,
  { input, root }: { readonly input: string; readonly root: string | undefined },
  loaded: LoadResult,
): Promise<void> {
  const rules = await readLintRules(terminal.folder, {});
  const found = applyRules(await lintDiagnostics(loaded), rules);
  const count = found.filter(({ severity }) => severity !== "info").length;
  if (count === 0) return;
  const command = `specwright lint ${input}${root === undefined ? "" : ` --root ${root}`}`;
  const them = count === 1 ? "it" : "them";
  terminal.err(
    `${input} has ${count} ${count === 1 ? "warning" : "warnings"}; run \`${command}\` to see ${them}.`,
  );
}
