// `specwright feed`: writes feeds about the releases of interfaces, as static files.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import {
  ChangelogError,
  type FeedFile,
  feedFiles,
  printHistory,
  type Release,
  readHistory,
} from "@specwright/diff/changelog";
import { defaultAuthority, siteFeeds } from "@specwright/site";
import { readDiffSettings } from "../documents/diff-settings.ts";
import { documentSlug } from "../documents/document-slug.ts";
import { versionsOfTags } from "../history/versions-of-tags.ts";
import { writeFolder } from "../project/output-folder.ts";
import { writeWhole } from "../project/write-whole.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { changelogInvalid } from "./changelog-invalid.ts";

export interface FeedFlags {
  readonly document?: string;
  readonly tags?: string;
  readonly history?: readonly string[];
  readonly output: string;
  readonly baseUrl: string;
  readonly title?: string;
  readonly name?: string;
  readonly homepage?: string;
  readonly pages?: boolean;
  readonly skipTag?: readonly string[];
  readonly authority?: string;
  readonly saveHistory?: string;
  readonly perspective?: "provider" | "consumer";
}

/** Writes the feeds. Returns exit code 1 if a document has errors. */
export async function feedCommand(terminal: Terminal, flags: FeedFlags): Promise<number> {
  assertSource(flags);
  try {
    const kept = await readHistories(terminal, flags);
    const tagged = await readTags(terminal, flags);
    if (tagged === undefined) return 1;
    // Keep a release from a history file instead of the same release from a tag, because a person may have
    // edited its title, notes or changes.
    const isKept = (release: Release): boolean =>
      kept.some(
        (each) => each.interface.id === release.interface.id && each.version === release.version,
      );
    await writeFeeds(terminal, [...kept, ...tagged.filter((release) => !isKept(release))], flags);
    return 0;
  } catch (error) {
    if (!(error instanceof ChangelogError)) throw error;
    throw changelogInvalid(error, "changelog-and-feeds.md");
  }
}

function assertSource({ document, tags, history }: FeedFlags): void {
  if ((document === undefined) !== (tags === undefined)) {
    throw new CliError(
      "usage",
      document === undefined ? "--tags needs --document." : "--document needs --tags.",
      "Name both: --document specs/shop.yaml --tags 'shop@*'.",
    );
  }
  if (document === undefined && history === undefined) {
    throw new CliError(
      "usage",
      "No source for the feed was given.",
      "Name a document and its tags, or a history file: --history history.json.",
    );
  }
}

async function readHistories(
  terminal: Terminal,
  { history = [] }: FeedFlags,
): Promise<readonly Release[]> {
  const releases: Release[] = [];
  for (const file of history) {
    const text = await readText(resolve(terminal.folder, file), file);
    try {
      releases.push(...readHistory(text));
    } catch (error) {
      if (!(error instanceof ChangelogError)) throw error;
      throw new ChangelogError(error.code, `${file}: ${error.message}`, { cause: error });
    }
  }
  return releases;
}

async function readText(file: string, shown: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    const message = `The history file ${shown} cannot be read.`;
    throw new CliError("changelog_invalid", message, "Check its path.", { cause });
  }
}

async function readTags(
  terminal: Terminal,
  { document, tags, name, homepage, baseUrl, skipTag = [], perspective }: FeedFlags,
): Promise<readonly Release[] | undefined> {
  if (document === undefined || tags === undefined) return [];
  const versions = await versionsOfTags(terminal, {
    document,
    pattern: tags,
    id: name ?? documentSlug(document),
    url: homepage ?? baseUrl,
    skipped: skipTag,
    diff: await readDiffSettings(terminal.folder),
    ...(perspective !== undefined && { perspective }),
  });
  return versions?.map(({ release }) => release);
}

async function writeFeeds(
  terminal: Terminal,
  releases: readonly Release[],
  flags: FeedFlags,
): Promise<void> {
  const { output } = flags;
  const files = feedFilesOf(releases, flags);
  await writeFolder(
    resolve(terminal.folder, output),
    files.map(({ path, text }) => ({ path, content: text })),
  );
  if (flags.saveHistory !== undefined) {
    await writeWhole(resolve(terminal.folder, flags.saveHistory), printHistory(releases));
  }
  const count = releases.length === 1 ? "1 release" : `${releases.length} releases`;
  terminal.out(`${output}: ${files.length} files about ${count}`);
}

/** Returns the files of the feeds. With `--pages`, their entries link to pages. */
function feedFilesOf(releases: readonly Release[], flags: FeedFlags): readonly FeedFile[] {
  const { baseUrl } = flags;
  const title = flags.title ?? releases.at(-1)?.interface.title ?? "Changes";
  const authority = flags.authority ?? defaultAuthority(baseUrl);
  const options = { title, baseUrl, authority };
  return flags.pages === true ? siteFeeds(releases, options) : feedFiles(releases, options);
}
