// Functions and types that all steps of `specwright publish` use.

import type { InvalidDocumentProblem, VersionDetails } from "@specwright/publisher-api/types";
import { shownPath } from "../documents/find-side.ts";
import { printDiagnostics } from "../terminal/print-diagnostics.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Patience } from "./patience.ts";
import type { Publication } from "./publication.ts";
import type { PublishFlags, PublishWorld } from "./publish-flags.ts";
import type { Publisher } from "./publisher.ts";
import { type Attempt, foundFaults, refusalError } from "./refusal.ts";
import { awaitVersion } from "./send-publication.ts";

/** The input and the connection that all steps of one run share. */
export interface PublishRun {
  readonly terminal: Terminal;
  readonly flags: PublishFlags;
  readonly world: PublishWorld;
  readonly publisher: Publisher;
  readonly publication: Publication;
  readonly patience: Patience;
  /** The branch; `undefined` for the main branch. */
  readonly branch: string | undefined;
  readonly attempt: Attempt;
  /** The path of the document, relative to the folder of the command. */
  readonly shown: string;
}

/**
 * Reads a version, and waits until it is processed. Returns `undefined` if the publisher rejected the
 * version.
 */
export async function readVersion(
  run: PublishRun,
  id: string,
): Promise<VersionDetails | undefined> {
  const found = await awaitVersion(run.publisher, id, run.attempt, run.patience);
  return found.kind === "published" ? found.version : undefined;
}

/**
 * Removes the long texts about the changes from a version, because the output contains the changes
 * separately.
 */
export function summarizeVersion({
  diff_markdown,
  diff_details,
  ...version
}: VersionDetails): object {
  return version;
}

/** Prints a result: `json` with `--format json`, or else `lines`. */
export function printResult(
  { terminal, flags }: PublishRun,
  json: object,
  lines: readonly string[],
): void {
  if (flags.format === "json") terminal.out(JSON.stringify(json, undefined, 2));
  else for (const line of lines) terminal.out(line);
}

/** Prints the faults for which the publisher rejected the document. Returns the exit code. */
export function reportRejection(run: PublishRun, problem: InvalidDocumentProblem): number {
  const { terminal, publication, attempt } = run;
  const { diagnostics } = problem;
  if (diagnostics.length === 0) throw refusalError(problem, attempt);
  // In the publisher's diagnostics, the names of files are relative to this folder.
  const folder = shownPath(terminal.folder, publication.root);
  const placed = foundFaults(diagnostics).map((diagnostic) => ({ diagnostic, folder }));
  printDiagnostics(terminal, placed, "all");
  terminal.err("Nothing was published.");
  return 2;
}

/** Returns the name and the size of a document for messages. */
export function sizeText({ path, document, files }: Publication): string {
  const bytes = [document, ...files.map(({ text }) => text)]
    .map((text) => Buffer.byteLength(text))
    .reduce((sum, each) => sum + each, 0);
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  return `${path} (${files.length > 0 ? `${files.length + 1} files, ` : ""}${size})`;
}
