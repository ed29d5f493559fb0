// What the steps of one `specwright publish` have in common.

import type { InvalidDocumentProblem, VersionDetails } from "@specwright/publisher-api/types";
import { shownPath } from "../documents/find-side.ts";
import { printDiagnostics } from "../terminal/print-diagnostics.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Patience } from "./patience.ts";
import type { Publication } from "./publication.ts";
import type { PublishFlags, PublishWorld } from "./publish-flags.ts";
import type { Publisher } from "./publisher.ts";
import { type Attempt, foundFaults, refusal } from "./refusal.ts";
import { awaitVersion } from "./send-publication.ts";

/** All that the steps of one command have in common. */
export interface PublishRun {
  readonly terminal: Terminal;
  readonly flags: PublishFlags;
  readonly world: PublishWorld;
  readonly publisher: Publisher;
  readonly publication: Publication;
  readonly patience: Patience;
  /** The branch to name; `undefined` for the main one. */
  readonly branch: string | undefined;
  readonly attempt: Attempt;
  /** The path of the document as the user would write it. */
  readonly shown: string;
}

/** Reads a version that is published; `undefined` if it was rejected. */
export async function readVersion(
  run: PublishRun,
  id: string,
): Promise<VersionDetails | undefined> {
  const found = await awaitVersion(run.publisher, id, run.attempt, run.patience);
  return found.kind === "published" ? found.version : undefined;
}

/** Leaves out the texts about the changes, which are reported by themselves. */
export function summaryOf({ diff_markdown, diff_details, ...version }: VersionDetails): object {
  return version;
}

/** Prints JSON, or lines. */
export function printResult(
  { terminal, flags }: PublishRun,
  json: object,
  lines: readonly string[],
): void {
  if (flags.format === "json") terminal.out(JSON.stringify(json, undefined, 2));
  else for (const line of lines) terminal.out(line);
}

/** Prints the faults that the publisher has found. Returns the exit code. */
export function reject(run: PublishRun, problem: InvalidDocumentProblem): number {
  const { terminal, publication, attempt } = run;
  const { diagnostics } = problem;
  if (diagnostics.length === 0) throw refusal(problem, attempt);
  // The publisher names files relative to the common folder.
  const folder = shownPath(terminal.folder, publication.root);
  const placed = foundFaults(diagnostics).map((diagnostic) => ({ diagnostic, folder }));
  printDiagnostics(terminal, placed, "all");
  terminal.err("Nothing was published.");
  return 2;
}

/** Returns what is uploaded, in words. */
export function sizeText({ path, document, files }: Publication): string {
  const bytes = [document, ...files.map(({ text }) => text)]
    .map((text) => Buffer.byteLength(text))
    .reduce((sum, each) => sum + each, 0);
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  return `${path} (${files.length > 0 ? `${files.length + 1} files, ` : ""}${size})`;
}
