// Runs targets one after the other with progress, and prints the diagnostics of the documents.

import { dirname, relative, resolve } from "node:path";
import { type Diagnostic, formatDiagnostic } from "@specwright/spec-loader";
import { assertInput } from "./documents/locate-input.ts";
import { generateTarget, type Outcome, type Step, type Target } from "./generate-target.ts";
import type { Terminal } from "./terminal.ts";

const stepNames: Readonly<Record<Step, string>> = {
  load: "reading",
  contract: "building the contract of",
  emit: "emitting",
};

/** The outcome of all targets. If any has an error, `ok` is false and nothing may be written. */
export interface RunResult {
  readonly ok: boolean;
  readonly outcomes: readonly Outcome[];
}

/**
 * Generates every target in memory and prints its diagnostics.
 *
 * @throws {CliError} `document_not_found`.
 */
export async function runTargets(
  terminal: Terminal,
  targets: readonly Target[],
  options: { readonly quiet?: boolean } = {},
): Promise<RunResult> {
  const outcomes: Outcome[] = [];
  for (const [index, target] of targets.entries()) {
    assertInput(target.input, target.label, target.base);
    const prefix = targets.length > 1 ? `[${index + 1}/${targets.length}] ` : "";
    const outcome = await generateTarget(target, (step) => {
      terminal.status(`${prefix}${stepNames[step]} ${target.label} ...`);
    });
    terminal.status("");
    outcomes.push(outcome);
  }
  const placed = outcomes.flatMap(({ target, diagnostics }) =>
    diagnostics.map((diagnostic) => ({
      diagnostic,
      folder: documentFolder(terminal, target.input),
    })),
  );
  printDiagnostics(terminal, unique(placed), options.quiet === true);
  return { ok: !placed.some(({ diagnostic }) => diagnostic.severity === "error"), outcomes };
}

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

/** Formats a path relative to the folder in which the command was started. */
export function shownPath(terminal: Terminal, path: string): string {
  return relative(terminal.folder, path) || ".";
}

/** Returns the folder that file names in a document are relative to, as a person would type it. */
export function documentFolder(terminal: Terminal, input: string): string {
  if (input.includes("://")) return "";
  return relative(terminal.folder, dirname(resolve(terminal.folder, input))).replaceAll("\\", "/");
}

/** Removes duplicates, because two targets of one document report the same problems. */
function unique(placed: readonly PlacedDiagnostic[]): readonly PlacedDiagnostic[] {
  const seen = new Set<string>();
  return placed.filter(({ diagnostic, folder }) => {
    const key = formatDiagnostic(diagnostic, folder);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
