// Prints the diagnostics about documents.

import { dirname, relative, resolve } from "node:path";
import { type Diagnostic, formatDiagnostic, withoutLenientAdvice } from "@specwright/spec-loader";
import type { Terminal } from "./terminal.ts";

/** A diagnostic, and the folder to which its file name is relative. */
export interface PlacedDiagnostic {
  readonly diagnostic: Diagnostic;
  readonly folder: string;
}

/**
 * The diagnostics to print. `errors`: only errors. `none`: errors and warnings. `first`: errors, and for
 * each other code one info or three different warnings. `all`: all diagnostics.
 */
export type ShownInfos = "errors" | "none" | "first" | "all";

/**
 * Prints diagnostics and their number. If there are errors, also prints `refusal`, and the number of errors
 * that `--lenient` would repair.
 */
export function printDiagnostics(
  terminal: Terminal,
  diagnostics: readonly PlacedDiagnostic[],
  infos: ShownInfos,
  refusal?: string,
): void {
  const placed = diagnostics.filter(({ diagnostic: { severity } }) => {
    if (infos === "errors") return severity === "error";
    return infos !== "none" || severity !== "info";
  });
  const shown = placed.map(({ diagnostic }) => diagnostic);
  const printed = infos === "first" ? firstOfEach(shown) : new Map(shown.map((each) => [each, 0]));
  for (const { diagnostic, folder } of placed) {
    const others = printed.get(diagnostic);
    if (others === undefined) continue;
    terminal.err(formatDiagnostic(diagnostic, folder));
    if (others > 0) terminal.err(`  ${others} more of these: \`--all\` shows them`);
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

/**
 * Returns the diagnostics to print: every error, and for each other code one info or three different
 * warnings. The value of the last diagnostic of a code is the number of diagnostics that are not printed.
 */
function firstOfEach(diagnostics: readonly Diagnostic[]): ReadonlyMap<Diagnostic, number> {
  const printed = new Map<Diagnostic, number>();
  for (const group of Map.groupBy(diagnostics, ({ code, severity }) => severity + code).values()) {
    const { severity } = group[0] ?? {};
    const messages = new Set<string>();
    const chosen = group.filter(({ message }) => {
      if (severity === "error") return true;
      const isNew = messages.size < (severity === "info" ? 1 : 3) && !messages.has(message);
      if (isNew) messages.add(message);
      return isNew;
    });
    for (const each of chosen) printed.set(each, 0);
    const last = chosen.at(-1);
    if (last !== undefined) printed.set(last, group.length - chosen.length);
  }
  return printed;
}

/** If `--lenient` would repair any of the errors, prints their number. */
export function printRepairable(terminal: Terminal, diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const { length } = errors.filter((each) => withoutLenientAdvice(each).fix !== each.fix);
  if (length === 0) return;
  const all = errors.length === 1 ? "this error" : `all ${errors.length} errors`;
  const which = length === errors.length ? all : `${length} of the ${errors.length} errors`;
  terminal.err(`\`--lenient\` would repair ${which}.`);
}

/** Returns the folder to which the file names in a document's diagnostics are relative. */
export function documentFolder(terminal: Pick<Terminal, "folder">, input: string): string {
  if (input.includes("://")) return "";
  return relative(terminal.folder, dirname(resolve(terminal.folder, input))).replaceAll("\\", "/");
}

/** Reports whether a diagnostic is an error. */
export function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
