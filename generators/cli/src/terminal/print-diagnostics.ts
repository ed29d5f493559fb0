// Prints the diagnostics of documents.

import { dirname, relative, resolve } from "node:path";
import { type Diagnostic, formatDiagnostic, withoutLenientAdvice } from "@specwright/spec-loader";
import type { Terminal } from "./terminal.ts";

/** A diagnostic with the folder that its file name is relative to. */
export interface PlacedDiagnostic {
  readonly diagnostic: Diagnostic;
  readonly folder: string;
}

/** Which infos are printed: none, the first of each code with the number of the others, or all. */
export type ShownInfos = "none" | "first" | "all";

/**
 * Prints diagnostics and a closing count; after errors also `refusal`, and how many of them
 * `--lenient` would repair.
 */
export function printDiagnostics(
  terminal: Terminal,
  diagnostics: readonly PlacedDiagnostic[],
  infos: ShownInfos,
  refusal?: string,
): void {
  const placed = diagnostics.filter(
    ({ diagnostic }) => infos !== "none" || diagnostic.severity !== "info",
  );
  const shown = placed.map(({ diagnostic }) => diagnostic);
  const repeated = new Map<string, number>();
  for (const { severity, code } of shown) {
    if (severity === "info") repeated.set(code, (repeated.get(code) ?? -1) + 1);
  }
  const printed = new Set<string>();
  for (const { diagnostic, folder } of placed) {
    const { severity, code } = diagnostic;
    const isFolded = severity === "info" && infos === "first";
    if (isFolded && printed.has(code)) continue;
    printed.add(code);
    terminal.err(formatDiagnostic(diagnostic, folder));
    const others = repeated.get(code) ?? 0;
    if (isFolded && others > 0) terminal.err(`  ${others} more of these: \`--all\` shows them`);
  }
  if (shown.length === 0) return;
  const counts = (["error", "warning", "info"] as const)
    .map(
      (severity) => [shown.filter((each) => each.severity === severity).length, severity] as const,
    )
    .filter(([count]) => count > 0)
    .map(
      ([count, severity]) => `${count} ${severity}${count === 1 || severity === "info" ? "" : "s"}`,
    );
  terminal.err(`${counts.join(", ")}. \`specwright explain CODE\` says more.`);
  if (!hasError(shown)) return;
  if (refusal !== undefined) terminal.err(refusal);
  printRepairable(terminal, shown);
}

/** Prints how many of the errors `--lenient` would repair, if there are any. */
export function printRepairable(terminal: Terminal, diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const { length } = errors.filter((each) => withoutLenientAdvice(each).fix !== each.fix);
  if (length === 0) return;
  const all = errors.length === 1 ? "this error" : `all ${errors.length} errors`;
  const which = length === errors.length ? all : `${length} of the ${errors.length} errors`;
  terminal.err(`\`--lenient\` would repair ${which}.`);
}

/** Returns the folder that file names in a document are relative to, as a person would type it. */
export function documentFolder(terminal: Pick<Terminal, "folder">, input: string): string {
  if (input.includes("://")) return "";
  return relative(terminal.folder, dirname(resolve(terminal.folder, input))).replaceAll("\\", "/");
}

/** Reports whether any diagnostic stops generation. */
export function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
