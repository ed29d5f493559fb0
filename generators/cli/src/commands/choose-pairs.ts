// Determines the pairs of documents that `specwright diff` compares.

import type { DocumentFile, Side } from "../documents/document-file.ts";
import { findInCommit, findOnDisk, parseGitReference } from "../documents/find-side.ts";
import { openRepository, pathInRepository, readEntries, requireCommit } from "../documents/git.ts";
import { type DocumentPair, pairDocuments } from "../documents/pair-documents.ts";
import { configuredDocuments } from "../generate/configured-documents.ts";
import { CliError } from "../terminal/cli-error.ts";

/** The arguments and flags that select the documents. */
export interface PairChoice {
  readonly base?: string;
  readonly revision?: string;
  readonly baseRef?: string;
  readonly config?: string;
}

/** Returns the pairs of documents that the arguments and flags select. */
export async function choosePairs(
  folder: string,
  choice: PairChoice,
): Promise<readonly DocumentPair[]> {
  const { base, revision, baseRef } = choice;
  if (baseRef !== undefined) {
    if (revision !== undefined) throw twoBases();
    return await sincePairs(folder, baseRef, base, choice.config);
  }
  if (base === undefined) return await sincePairs(folder, "HEAD", undefined, choice.config);
  const git = parseGitReference(base);
  if (git !== undefined && git.path === undefined) {
    return await sincePairs(folder, git.ref, revision, choice.config);
  }
  const before = await findSide(folder, base);
  if (revision !== undefined) return pairDocuments(before, await findSide(folder, revision));
  if (git?.path !== undefined) return pairDocuments(before, await findOnDisk(folder, git.path));
  return pairDocuments(before, await configuredSide(folder, base, choice.config));
}

/** Pairs each document on the disk with the file at the same path in a commit. */
export async function pairsSince(
  folder: string,
  documents: readonly DocumentFile[],
  ref: string,
): Promise<readonly DocumentPair[]> {
  const repository = await openRepository(folder);
  const id = await requireCommit(repository, ref);
  const paths = documents.map(({ file }) => pathInRepository(repository, file));
  const entries = await readEntries(repository, id, paths);
  return documents.map((revision, index): DocumentPair => {
    if (entries.get(paths[index] ?? "")?.kind !== "file") return { revision };
    const base = { ...revision, origin: `git:${ref}:`, commit: { repository, id } };
    return { base, revision };
  });
}

async function sincePairs(
  folder: string,
  ref: string,
  path: string | undefined,
  config: string | undefined,
): Promise<readonly DocumentPair[]> {
  if (path === undefined) {
    return await pairsSince(
      folder,
      await configuredDocuments(folder, config ? { config } : {}),
      ref,
    );
  }
  const revision = await findSide(folder, path);
  const inCommit = parseGitReference(path)?.path ?? path;
  return pairDocuments(await findInCommit(folder, ref, inCommit), revision);
}

async function findSide(folder: string, argument: string): Promise<Side> {
  const git = parseGitReference(argument);
  if (git === undefined) return await findOnDisk(folder, argument);
  if (git.path !== undefined) return await findInCommit(folder, git.ref, git.path);
  throw new CliError(
    "usage",
    `${argument} does not name a file.`,
    `Write ${argument}:PATH, such as ${argument}:openapi.yaml.`,
  );
}

async function configuredSide(
  folder: string,
  base: string,
  config: string | undefined,
): Promise<Side> {
  const documents = await configuredDocuments(folder, config ? { config } : {}, {
    what: `There is nothing to compare ${base} with: the newer document is missing`,
    fix: `Name the newer one too: \`specwright diff ${base} NEWER\`. To compare ${base} with a commit, write \`specwright diff git:HEAD:${base}\`.`,
  });
  const byPath = documents.map((document) => [document.path, document] as const);
  return { name: "The configuration", isFolder: false, documents: new Map(byPath) };
}

function twoBases(): CliError {
  return new CliError(
    "usage",
    "The base was given twice: by --base-ref and by an argument.",
    "Name only the revision, or leave out --base-ref.",
  );
}
