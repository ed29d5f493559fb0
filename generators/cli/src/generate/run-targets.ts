// Runs targets one after the other with progress, and prints the diagnostics of the documents.

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

/** The outcome of all targets. If any has an error, `ok` is false and nothing may be written. */
export interface RunResult {
  readonly ok: boolean;
  readonly outcomes: readonly Outcome[];
}

/**
 * Generates every target in memory and prints its diagnostics. After errors, also prints `refusal`.
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

/** Removes duplicates, because two targets of one document report the same problems. */
function withoutDuplicates(placed: readonly PlacedDiagnostic[]): readonly PlacedDiagnostic[] {
  const seen = new Set<string>();
  return placed.filter(({ diagnostic, folder }) => {
    const key = formatDiagnostic(diagnostic, folder);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
