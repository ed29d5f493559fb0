// `specwright changeset`: writes changesets for the changes of documents.

import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Bump, type ComparedDocuments, documentsBump } from "@specwright/diff";
import { nameInFile, readAcceptedFile } from "../accepted/accepted-file.ts";
import { applyAccepted } from "../accepted/apply-accepted.ts";
import { findChangesetFolder, readChangesets } from "../changeset/changeset-folder.ts";
import { generateChangeset, generatedName } from "../changeset/changeset-text.ts";
import {
  type DocumentPackages,
  findPackages,
  packageBump,
} from "../changeset/document-packages.ts";
import { findBase } from "../changeset/find-base.ts";
import { type NeededChangeset, planChangesets } from "../changeset/plan-changesets.ts";
import { slugsOf } from "../changeset/slugs-of.ts";
import { comparePair } from "../documents/compare-pair.ts";
import type { DocumentFile } from "../documents/document-file.ts";
import { shownPath } from "../documents/find-side.ts";
import { configuredDocuments } from "../generate/configured-documents.ts";
import { readTargets } from "../generate/targets.ts";
import { writeWhole } from "../project/write-whole.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { pairsSince } from "./choose-pairs.ts";

export interface ChangesetFlags {
  readonly config?: string;
  readonly base?: string;
  readonly accepted?: string;
  readonly check?: boolean;
}

/**
 * Writes, renames and removes generated changesets until they match the changes of the documents. With
 * `check`, changes no files: prints the differences, and returns exit code 1 if the changesets do not
 * match. Returns 2 if a document cannot be read.
 */
export async function changesetCommand(
  terminal: Terminal,
  names: readonly string[],
  flags: ChangesetFlags,
  today: string,
): Promise<number> {
  const { folder } = terminal;
  const changesets = await findChangesetFolder(folder);
  const all = await configuredDocuments(folder, flags);
  const targets = await readTargets(folder, flags);
  const chosen = chooseDocuments(folder, all, names);
  const base = await findBase(folder, changesets, flags.base);
  const compared = await compareAll(terminal, chosen, base.commit, today);
  if (compared === undefined) return 2;
  const file = await readAcceptedFile(
    folder,
    flags.accepted === undefined ? {} : { given: flags.accepted },
  );
  const nameOf = nameInFile(folder, file);
  const { comparisons, warnings } = applyAccepted(compared, file.entries, { nameOf, today });
  for (const warning of warnings) terminal.err(warning);

  const slugs = slugsOf(all.map(({ path }) => path));
  const needed = chosen.map((document, index): NeededChangeset => {
    const packages = findPackages(document.file, targets, changesets);
    const slug = slugs.get(document.path) ?? "";
    return neededChangeset(terminal, slug, comparisons[index], packages);
  });
  const steps = planChangesets(needed, await readChangesets(changesets, generatedName), {
    earlier: base.changesets,
    isComplete: names.length === 0,
  });
  if (steps.length === 0) terminal.err(`The changesets are up to date with ${base.name}.`);
  if (steps.length === 0 && (await readChangesets(changesets, pendingName)).size === 0) {
    terminal.err(
      "No changeset is pending: do not run `changeset version`, which then exits with 1 (from release 3).",
    );
  }
  for (const { fileName, movedFrom = [] } of steps) {
    for (const old of movedFrom) {
      terminal.err(
        `The text of ${old} was edited by hand. It is now below the marker of ${fileName}.`,
      );
    }
  }
  if (flags.check === true) {
    for (const { fileName, reason } of steps) {
      terminal.out(`${reason.padEnd(16)}  ${shownPath(folder, join(changesets.path, fileName))}`);
    }
    if (steps.length === 0) return 0;
    const again = flags.base === undefined ? "" : ` --base ${flags.base}`;
    terminal.err(`Run \`specwright changeset${again}\` and commit the result.`);
    return 1;
  }
  // The steps write new files before they remove old files, so that no text is lost.
  for (const { fileName, text, reason } of steps) {
    const path = join(changesets.path, fileName);
    if (text === undefined) await rm(path, { force: true });
    else await writeWhole(path, text);
    terminal.out(`${verbs[reason]}  ${shownPath(folder, path)}`);
  }
  return 0;
}

/** Matches the file names of all changesets that `changeset version` would apply. */
const pendingName = /^(?!README\.md$).+\.md$/i;

const verbs = {
  missing: "wrote  ",
  changed: "wrote  ",
  "bumps too little": "raised ",
  stale: "removed",
} as const;

async function compareAll(
  terminal: Terminal,
  documents: readonly DocumentFile[],
  commit: string,
  today: string,
): Promise<readonly ComparedDocuments[] | undefined> {
  const compared: ComparedDocuments[] = [];
  for (const pair of await pairsSince(terminal.folder, documents, commit)) {
    const each = await comparePair(terminal, pair, { today });
    if (each === undefined) {
      terminal.err("Nothing was written, because a document cannot be read.");
      return undefined;
    }
    compared.push(each);
  }
  return compared;
}

const reasons = {
  private:
    "it is private, and changesets does not version private packages " +
    '("privatePackages": { "version": true } in .changeset/config.json changes that)',
  ignored: "`ignore` in .changeset/config.json names it",
} as const;

function neededChangeset(
  terminal: Terminal,
  slug: string,
  documents: ComparedDocuments | undefined,
  { released, leftOut }: DocumentPackages,
): NeededChangeset {
  if (documents === undefined || documents.changes.length === 0) return { slug };
  const found = released.map((each): readonly [string, Bump] => [
    each.name,
    packageBump(each, documentsBump(documents, each.surface)),
  ]);
  const packageBumps = new Map(found.filter(([, bump]) => bump !== "none"));
  for (const [name, reason] of leftOut) terminal.err(`${name} is left out: ${reasons[reason]}.`);
  if (released.length === 0) {
    terminal.err(
      `${documents.revision?.path} changed, but no released package contains it or its output.`,
    );
  }
  if (packageBumps.size === 0) return { slug };
  return { slug, changeset: generateChangeset(slug, documents, packageBumps) };
}

function chooseDocuments(
  folder: string,
  all: readonly DocumentFile[],
  names: readonly string[],
): readonly DocumentFile[] {
  if (names.length === 0) return all;
  return names.map((name) => {
    const document = all.find(({ file }) => file === resolve(folder, name));
    if (document !== undefined) return document;
    throw new CliError(
      "usage",
      `${name} is not a document of the configuration.`,
      `Choose from ${all.map(({ path }) => path).join(", ")}.`,
    );
  });
}
