// Prints the diagnostics of documents.

import { dirname, relative, resolve } from "node:path";
import { type Diagnostic, formatDiagnostic } from "@specwright/spec-loader";
import type { Terminal } from "./terminal.ts";

/** A diagnostic with the folder that its file name is relative to. */
export interface PlacedDiagnostic {
  readonly diagnostic: Diagnostic;
  readonly folder: string;
}

/** Prints diagnostics and a closing count. `quiet` leaves out infos. */
export function printDiagnostics(
  terminal: Terminal,
  diagnostics: readonly PlacedDiagnostic[],
  quiet: boolean,
): void {
  const placed = diagnostics.filter(({ diagnostic }) => !quiet || diagnostic.severity !== "info");
  const shown = placed.map(({ diagnostic }) => diagnostic);
  for (const { diagnostic, folder } of placed) terminal.err(formatDiagnostic(diagnostic, folder));
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
}

/** Returns the folder that file names in a document are relative to, as a person would type it. */
export function documentFolder(terminal: Terminal, input: string): string {
  if (input.includes("://")) return "";
  return relative(terminal.folder, dirname(resolve(terminal.folder, input))).replaceAll("\\", "/");
}

/** Reports whether any diagnostic stops generation. */
export function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
