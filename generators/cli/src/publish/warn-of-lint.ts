import type { LoadResult } from "@specwright/spec-loader";
import { lintDiagnostics } from "../lint-diagnostics.ts";
import type { Terminal } from "../terminal.ts";

/** Writes a line with the number of warnings that `specwright lint` has for a document, if any. */
export function warnOfLint(
  terminal: Terminal,
  { input, root }: { readonly input: string; readonly root: string | undefined },
  loaded: LoadResult,
): void {
  const count = lintDiagnostics(loaded).filter(({ severity }) => severity === "warning").length;
  if (count === 0) return;
  const command = `specwright lint ${input}${root === undefined ? "" : ` --root ${root}`}`;
  const them = count === 1 ? "it" : "them";
  terminal.err(
    `${input} has ${count} ${count === 1 ? "warning" : "warnings"}; run \`${command}\` to see ${them}.`,
  );
}
