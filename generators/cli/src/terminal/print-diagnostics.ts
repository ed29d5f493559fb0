// Prints the diagnostics of documents.

import { dirname, relative, resolve } from "node:path";
import { type Diagnostic, formatDiagnostic, withoutLenientAdvice } from "@specwright/spec-loader";
import type { Terminal } from "./terminal.ts";

/** A diagnostic with the folder that its file name is relative to. */
export interface PlacedDiagnostic {
  readonly diagnostic: Diagnostic;
  readonly folder: string;
}

/**
 * Which diagnostics of one code to print: the first info and three different warnings, with the
 * number of the others; or all; or no infos and all warnings; or only errors.
 */
export type ShownInfos = "errors" | "none" | "first" | "all";

/**
 * Prints diagnostics and a final count. After errors, also prints `refusal`, and how many errors
 * `--lenient` would repair.
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
 * Chooses the diagnostics to print: every error, and of each code one info or three warnings with
 * different messages. The last one of a code has the number of those that are left out.
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

/** Prints how many of the errors `--lenient` would repair, if any. */
export function printRepairable(terminal: Terminal, diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const { length } = errors.filter((each) => withoutLenientAdvice(each).fix !== each.fix);
  if (length === 0) return;
  const all = errors.length === 1 ? "this error" : `all ${errors.length} errors`;
  const which = length === errors.length ? all : `${length} of the ${errors.length} errors`;
  terminal.err(`\`--lenient\` would repair ${which}.`);
}

/** Returns the folder that file names in a document are relative to, for messages. */
export function documentFolder(terminal: Pick<Terminal, "folder">, input: string): string {
  if (input.includes("://")) return "";
  return relative(terminal.folder, dirname(resolve(terminal.folder, input))).replaceAll("\\", "/");
}

/** Reports whether any diagnostic stops generation. */
export function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
