// Reads the versions of a document from git tags.

import { resolve } from "node:path";
import { isLowerVersion } from "@specwright/diff";
import type { ReleaseCommit } from "@specwright/diff/changelog";
import { shownPath } from "../documents/find-side.ts";
import {
  listTags,
  openRepository,
  pathInRepository,
  type Repository,
  readEntries,
  requireCommit,
} from "../documents/git.ts";
import { type ReadDocument, readDocument } from "../documents/read-document.ts";
import { configuredOverlays } from "../generate/configured-documents.ts";
import type { DiffConfig } from "../project/config.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type ReadVersion, readVersion } from "./read-version.ts";
import { releaseCommits } from "./release-commits.ts";

/** A document whose versions are tagged in git. */
export interface TaggedDocument {
  /** The path of the document. */
  readonly document: string;
  /** The pattern of the document's tags. `*` is in place of the version. */
  readonly pattern: string;
  /** The id of the interface in feeds. */
  readonly id: string;
  /** The home page of the interface. */
  readonly url: string;
  readonly perspective?: "provider" | "consumer";
  /** Tags that are not read. */
  readonly skipped?: readonly string[];
  /** The settings for comparisons of the versions. */
  readonly diff?: DiffConfig;
}

/** A version and the id of its commit. */
interface TaggedRelease extends ReadVersion {
  readonly commit: string;
}

interface TaggedVersion {
  readonly tag: string;
  readonly version: string;
  readonly date: string;
}

/**
 * Matches a version, which starts with a digit: 1.2.0, v3, 2026-11-23. A text such as `vnext` is not a
 * version.
 */
const VERSION = /^v?\d/;

/**
 * Reads the document of each tag, and compares it with an earlier version. Returns the releases, oldest
 * first. The earlier version is the highest lower version so far, or the previous tag if versions are not
 * numbers. Skips tags without the document, and tags without a version in place of `*`. If a document
 * cannot be read, returns `undefined`. Then prints the first error of each such tag, and the flags that
 * leave the tags out.
 *
 * @throws {CliError} `git_unusable`, `ref_unknown`, `documents_unlike`, `document_not_found`.
 */
export async function versionsOfTags(
  terminal: Terminal,
  tagged: TaggedDocument,
): Promise<readonly ReadVersion[] | undefined> {
  const { document, id, url } = tagged;
  const overlays = await configuredOverlays(terminal.folder, resolve(terminal.folder, document));
  const repository = await openRepository(terminal.folder);
  for (const tag of tagged.skipped ?? []) await requireCommit(repository, `refs/tags/${tag}`);
  const earlier: TaggedRelease[] = [];
  const broken: string[] = [];
  for (const { tag, version, date } of await findVersions(terminal, repository, tagged)) {
    const commit = { repository, id: await requireCommit(repository, `refs/tags/${tag}`) };
    const file = resolve(terminal.folder, document);
    const inside = pathInRepository(repository, file);
    if (!(await readEntries(repository, commit.id, [inside])).has(inside)) {
      terminal.err(`${tag} has no ${document}; skipped.`);
      continue;
    }
    const { perspective } = tagged;
    const path = shownPath(terminal.folder, file);
    const read = await readDocument(
      terminal,
      {
        file,
        path,
        origin: `git:${tag}:`,
        commit,
        ...(overlays && { overlays }),
        ...(perspective && { perspective }),
      },
      // Print only the number of faults, because nobody can fix a released version.
      "brief",
    );
    if (read === undefined) {
      broken.push(tag);
      continue;
    }
    const facts = { interface: { id, title: read.contract.info.title, url }, version, date };
    const base = comparedRelease(version, earlier);
    const commits = base && (await commitsSince(repository, base, { read, id: commit.id }));
    const all = commits === undefined || commits.length === 0 ? facts : { ...facts, commits };
    earlier.push({ ...readVersion(read, all, base, tagged.diff), commit: commit.id });
  }
  if (broken.length > 0) {
    const flags = broken.map((tag) => ` --skip-tag ${shellQuoted(tag)}`).join("");
    terminal.err(
      `${document} of ${broken.join(", ")} cannot be read. Nothing was written.\n` +
        `  Leave out these tags:${flags}`,
    );
    return undefined;
  }
  if (earlier.length === 0) throwMissing(tagged);
  return earlier;
}

/** Quotes a tag for a shell if necessary. */
function shellQuoted(name: string): string {
  return /^[\w@.,:/+-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

function throwMissing({ document, pattern }: TaggedDocument): never {
  throw new CliError(
    "document_not_found",
    `No tag ${pattern} has the document ${document}.`,
    "Check its path with `git ls-tree -r --name-only TAG`, and tag a commit that has it.",
  );
}

/**
 * Returns the commits since a version. Each commit has changed a file of this version or of the newer one.
 */
async function commitsSince(
  repository: Repository,
  base: TaggedRelease,
  { read, id }: { readonly read: ReadDocument; readonly id: string },
): Promise<readonly ReleaseCommit[]> {
  const paths = [base, read].flatMap(({ folder, files }) =>
    files.map(({ path }) => pathInRepository(repository, resolve(folder, path))),
  );
  const files = [...new Set(paths)];
  return await releaseCommits(repository, { base: base.commit, revision: id, files });
}

/**
 * Returns the version with which a version is compared: 1.9.0 for 1.9.1, even if 2.0.0 was released in
 * between.
 */
function comparedRelease(
  version: string,
  earlier: readonly TaggedRelease[],
): TaggedRelease | undefined {
  const lower = earlier.filter(({ release }) => isLowerVersion(release.version, version));
  return lower.length === 0 ? earlier.at(-1) : highestVersion(lower);
}

/** Returns the highest version; the last one if the versions are not numbers. */
export function highestVersion<Version extends ReadVersion>(
  versions: readonly Version[],
): Version | undefined {
  const isLower = (one: ReadVersion, other: ReadVersion): boolean | undefined =>
    isLowerVersion(one.release.version, other.release.version);
  return versions.reduce<Version | undefined>(
    (highest, each) => (highest !== undefined && isLower(each, highest) === true ? highest : each),
    undefined,
  );
}

/**
 * Finds the tagged versions of a document, oldest first. Versions with the same time are sorted by number.
 */
async function findVersions(
  terminal: Terminal,
  repository: Repository,
  { pattern, skipped = [] }: TaggedDocument,
): Promise<readonly TaggedVersion[]> {
  const [start = "", end, more] = pattern.split("*");
  if (end === undefined || more !== undefined) {
    throw new CliError(
      "usage",
      `${JSON.stringify(pattern)} must have exactly one *, in place of the version.`,
      "Write it as in --tags 'shop@*' or --tags 'v*'.",
    );
  }
  const listed = (await listTags(repository, pattern)).filter(
    ({ name }) => !skipped.includes(name),
  );
  const found = listed.map(
    ({ name, date }): TaggedVersion => ({
      tag: name,
      version: name.slice(start.length, name.length - end.length),
      date: new Date(date).toISOString().replace(/\.\d+Z$/, "Z"),
    }),
  );
  const tags = found.filter(({ version }) => VERSION.test(version));
  const others = found.filter(({ version }) => !VERSION.test(version));
  if (tags.length === 0) {
    const names = others.map(({ tag }) => tag).join(", ");
    throw new CliError(
      "ref_unknown",
      `The repository has no tag ${pattern} with a version for the *${names && `, only ${names}`}.`,
      "Check the pattern with `git tag --list`. A shallow clone may lack tags: `git fetch --tags`.",
    );
  }
  for (const { tag } of others) terminal.err(`${tag} does not contain a version; skipped.`);
  return tags.sort(
    (left, right) =>
      Date.parse(left.date) - Date.parse(right.date) ||
      Number(isLowerVersion(right.version, left.version) ?? false) -
        Number(isLowerVersion(left.version, right.version) ?? false),
  );
}
