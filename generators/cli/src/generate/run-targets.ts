// Generates targets in sequence, shows the progress, and prints the diagnostics.

import { relative } from "node:path";
import { formatDiagnostic } from "@specwright/spec-loader";
import { assertInput } from "../documents/locate-input.ts";
import {
  documentFolder,
  type PlacedDiagnostic,
  printDiagnostics,
  type ShownInfos,
} from "../terminal/print-diagnostics.ts";
import type { Terminal } from "../terminal/terminal.ts";
import {
  generateTarget,
  type Outcome,
  type ReadDocuments,
  type Step,
  type Target,
} from "./generate-target.ts";

const stepNames: Readonly<Record<Step, string>> = {
  load: "reading",
  contract: "building the contract of",
  emit: "emitting",
};

/**
 * The outcomes of all targets. `ok` is false if any target has an error. Then the caller must write no
 * file.
 */
export interface RunResult {
  readonly ok: boolean;
  readonly outcomes: readonly Outcome[];
}

/**
 * Generates the files of every target in memory, and prints the diagnostics. If there are errors, also
 * prints `refusal`.
 *
 * @throws {CliError} `document_not_found`.
 */
export async function runTargets(
  terminal: Terminal,
  targets: readonly Target[],
  options: { readonly infos?: ShownInfos; readonly refusal?: string } = {},
): Promise<RunResult> {
  const outcomes: Outcome[] = [];
  const documents: ReadDocuments = new Map();
  for (const [index, target] of targets.entries()) {
    assertInput(target.input, target.label, target.base);
    const prefix = targets.length > 1 ? `[${index + 1}/${targets.length}] ` : "";
    const show = (step: Step): void => {
      terminal.status(`${prefix}${stepNames[step]} ${target.label} ...`);
    };
    const outcome = await generateTarget(target, show, documents);
    terminal.status("");
    outcomes.push(outcome);
  }
  const placed = outcomes.flatMap(({ target, diagnostics }) =>
    diagnostics.map((diagnostic) => ({
      diagnostic,
      folder: documentFolder(terminal, target.input),
    })),
  );
  printDiagnostics(terminal, withoutDuplicates(placed), options.infos ?? "first", options.refusal);
  return { ok: !placed.some(({ diagnostic }) => diagnostic.severity === "error"), outcomes };
}

/** Formats a path relative to the working directory. */
export function shownPath(terminal: Terminal, path: string): string {
  return relative(terminal.folder, path) || ".";
}

/** Removes duplicate diagnostics. Two targets of the same document report the same problems. */
function withoutDuplicates(placed: readonly PlacedDiagnostic[]): readonly PlacedDiagnostic[] {
  const seen = new Set<string>();
  return placed.filter(({ diagnostic, folder }) => {
    const key = formatDiagnostic(diagnostic, folder);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
