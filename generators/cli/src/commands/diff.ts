// `specwright diff`: prints the changes between two versions of documents, and fails if a change breaks
// clients.

import { resolve } from "node:path";
import {
  type BasePath,
  type Change,
  type ChangeClass,
  type ComparedDocuments,
  formatComparisons,
  isVersionTooLow,
  type ReportFormat,
} from "@specwright/diff";
import { acceptChanges } from "../accepted/accept-changes.ts";
import { nameInFile, readAcceptedFile } from "../accepted/accepted-file.ts";
import { type AppliedAcceptances, applyAccepted } from "../accepted/apply-accepted.ts";
import { basePathText } from "../documents/base-path.ts";
import { comparePair } from "../documents/compare-pair.ts";
import { readDiffSettings } from "../documents/diff-settings.ts";
import type { DocumentFile } from "../documents/document-file.ts";
import { failingChanges, isFailing } from "../documents/failing-changes.ts";
import { shownPath } from "../documents/find-side.ts";
import { findRepository } from "../documents/git.ts";
import type { DocumentPair } from "../documents/pair-documents.ts";
import { rootOf } from "../documents/reference-root.ts";
import type { DiffConfig } from "../project/config.ts";
import { writeWhole } from "../project/write-whole.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { choosePairs } from "./choose-pairs.ts";

export interface DiffFlags {
  readonly config?: string;
  readonly baseRef?: string;
  readonly format: ReportFormat;
  readonly output?: string;
  readonly failOn: ChangeClass | "none";
  readonly surface: "wire" | "code";
  readonly perspective?: "provider" | "consumer";
  readonly only?: readonly ChangeClass[];
  readonly accepted?: string;
  readonly accept?: string;
  readonly until?: string;
  readonly root?: string;
  readonly allowRemote?: boolean;
  readonly maxFiles?: number;
  readonly groupBy?: "rule" | "operation";
  readonly verbose?: boolean;
  readonly basePath?: readonly BasePath[];
  readonly checkVersion?: boolean;
}

/**
 * Compares documents and prints the changes. Returns exit code 1 if a change makes the comparison fail, and
 * 2 if a document has errors.
 */
export async function diffCommand(
  terminal: Terminal,
  names: { readonly base?: string; readonly revision?: string },
  flags: DiffFlags,
  today: string,
): Promise<number> {
  if (flags.until !== undefined && flags.accept === undefined) {
    throw new CliError(
      "usage",
      "--until needs --accept.",
      "Say why: --accept REASON --until DATE.",
    );
  }
  const pairs = await choosePairs(terminal.folder, { ...names, ...flags });
  const compared = await compareAll(terminal, pairs, flags, today);
  if (compared === undefined) return 2;
  const { comparisons, warnings } = await withAccepted(terminal, compared, flags, today);
  const shown = comparisons.map((documents) => selectChanges(documents, flags));
  await printReport(terminal, shown, flags);
  for (const warning of warnings) terminal.err(warning);
  const failing = shown.some((documents) => (documents.failing?.size ?? 0) > 0);
  if (failing && flags.format === "text" && flags.output === undefined) terminal.err(advice);
  const low = flags.checkVersion === true ? shown.filter(isVersionTooLow) : [];
  for (const { revision } of low) {
    terminal.err(`${revision?.path}: raise the version ${revision?.version} (--check-version).`);
  }
  return failing || low.length > 0 ? 1 : 0;
}

const advice =
  "`specwright explain RULE` says more. To agree to these changes, use --accept REASON.";

async function compareAll(
  terminal: Terminal,
  pairs: readonly DocumentPair[],
  flags: DiffFlags,
  today: string,
): Promise<readonly ComparedDocuments[] | undefined> {
  const compared: ComparedDocuments[] = [];
  const settings = await readDiffSettings(terminal.folder, flags);
  for (const pair of pairs) {
    const placed = withFlags(terminal.folder, pair, flags, settings);
    const documents = await comparePair(terminal, placed, { today });
    if (documents === undefined) {
      terminal.err("Nothing was compared, because a document cannot be read.");
      return undefined;
    }
    compared.push(documents);
  }
  return compared;
}

/**
 * Marks accepted changes. With `--accept`, first adds all failing changes to the file of accepted changes.
 */
async function withAccepted(
  terminal: Terminal,
  compared: readonly ComparedDocuments[],
  flags: DiffFlags,
  today: string,
): Promise<AppliedAcceptances> {
  const { accepted: given, accept: reason, until } = flags;
  const file = await readAcceptedFile(terminal.folder, {
    ...(given !== undefined && { given }),
    willWrite: reason !== undefined,
  });
  const nameOf = nameInFile(terminal.folder, file);
  const applied = applyAccepted(compared, file.entries, { nameOf, today });
  if (reason === undefined) return applied;
  const failing = applied.comparisons.flatMap((documents) =>
    documents.changes
      .filter((change) => isFailing(change, documents, flags))
      .map((change) => [documents, change] as const),
  );
  if (until !== undefined && until < today) {
    throw new CliError(
      "usage",
      `--until ${until} is in the past, so nothing would be accepted.`,
      "Give a later day, or leave --until out.",
    );
  }
  const options = { reason, ...(until !== undefined && { until }), today, nameOf };
  const { entries, count } = await acceptChanges(file, failing, options);
  terminal.err(
    count === 0
      ? "There is nothing to accept."
      : `Accepted ${count} in ${shownPath(terminal.folder, file.path)}. Commit the file.`,
  );
  return applyAccepted(compared, entries, { nameOf, today });
}

function withFlags(
  folder: string,
  { base, revision }: DocumentPair,
  flags: DiffFlags,
  settings: DiffConfig,
): DocumentPair {
  const basePaths = flags.basePath?.map(basePathText);
  const { perspective, allowRemote, maxFiles, root } = flags;
  const options = {
    ...(perspective !== undefined && { perspective }),
    ...(allowRemote !== undefined && { allowRemote }),
    ...(maxFiles !== undefined && { maxFiles }),
  };
  // Ignore `--root` for documents in a commit. They may refer to every file in the commit.
  const within = rootOf(folder, root);
  const placed = (document: DocumentFile): DocumentFile => ({
    ...document,
    ...options,
    diff: { ...(document.diff ?? settings), ...(basePaths && { basePaths }) },
    ...(document.commit === undefined && within),
  });
  return { ...(base && { base: placed(base) }), ...(revision && { revision: placed(revision) }) };
}

/**
 * Removes the changes of classes that the user did not request from the report, and marks the failing
 * changes.
 */
function selectChanges(documents: ComparedDocuments, flags: DiffFlags): ComparedDocuments {
  const { only } = flags;
  const isShown = (change: Change): boolean => only?.includes(change.class) ?? true;
  const changes = documents.changes.filter(isShown);
  const hidden = documents.changes.filter((change) => !isShown(change));
  // Removed changes still fail. Otherwise a build could pass only because its report is shorter.
  const failing = failingChanges(documents, flags);
  const checksVersion = flags.checkVersion === true;
  return { ...documents, changes, hidden, failing, surface: flags.surface, checksVersion };
}

async function printReport(
  terminal: Terminal,
  comparisons: readonly ComparedDocuments[],
  { format, output, groupBy = "rule", verbose = false }: DiffFlags,
): Promise<void> {
  // In these formats, paths must be relative to the root of the repository.
  const fromRoot = format === "github" || format === "sarif" || format === "junit";
  const repository = fromRoot ? await findRepository(terminal.folder) : undefined;
  const report = formatComparisons(comparisons, format, {
    verbose,
    groupBy,
    colour: terminal.colour === true && output === undefined,
    folder: repository?.prefix ?? "",
  });
  if (output === undefined) terminal.out(report.trimEnd());
  else {
    await writeWhole(resolve(terminal.folder, output), report);
    terminal.err(`Wrote ${output}.`);
  }
}
