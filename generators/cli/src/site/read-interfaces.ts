// Reads the interfaces of a site, and their versions: from documents on the disk, git tags, or a history
// file.

import type { SiteInterface } from "@specwright/site";
import { readDiffSettings } from "../documents/diff-settings.ts";
import type { DocumentFile } from "../documents/document-file.ts";
import { documentSlug } from "../documents/document-slug.ts";
import { findOnDisk, shownPath } from "../documents/find-side.ts";
import { readDocument } from "../documents/read-document.ts";
import { configuredDocuments } from "../generate/configured-documents.ts";
import { type ReadVersion, readVersion } from "../history/read-version.ts";
import { highestVersion, versionsOfTags } from "../history/versions-of-tags.ts";
import { findConfigs } from "../project/workspace-configs.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readHistoryFile } from "./history-file.ts";
import { rootedFiles } from "./rooted-files.ts";

/** Where to read the versions of a site's interfaces. */
export interface SiteSources {
  /**
   * Paths of documents and folders. If empty and without a history file, the documents of the configuration
   * are read.
   */
  readonly paths: readonly string[];
  /**
   * The pattern of git tags. `{name}` is in place of the name of the interface, and `*` in place of the
   * version.
   */
  readonly tags?: string;
  /** Tags that are not read. */
  readonly skipTag?: readonly string[];
  /** The path of a history file. */
  readonly from?: string;
  /** The URL of the site, or of the home page of its interfaces. */
  readonly url: string;
  readonly config?: string;
  readonly perspective?: "provider" | "consumer";
  /** Whether the site may have no interfaces, if there are neither documents nor a configuration. */
  readonly isOptional?: boolean;
}

/**
 * Reads the interfaces of a site. If a document cannot be read, prints its errors and returns `undefined`.
 *
 * @throws {CliError} `usage`, `config_not_found`, `document_not_found`, `ref_unknown`,
 * `documents_unlike`, `git_unusable`, `changelog_invalid`.
 */
export async function readInterfaces(
  terminal: Terminal,
  sources: SiteSources,
): Promise<readonly SiteInterface[] | undefined> {
  if (sources.tags !== undefined && sources.from !== undefined) {
    throw new CliError("usage", "--tags and --from cannot be combined.", "Remove one of them.");
  }
  const named = await namedDocuments(terminal, sources);
  const { folder } = terminal;
  const settings = await readDiffSettings(
    folder,
    sources.config === undefined ? {} : { config: sources.config },
  );
  const versions = new Map<string, ReadVersion[]>();
  if (sources.from !== undefined) {
    for (const { interface: id, document, ...facts } of await readHistoryFile(
      terminal.folder,
      sources.from,
    )) {
      const path = shownPath(terminal.folder, document);
      const added = await addVersion(
        terminal,
        versions,
        { id, sources, facts },
        { file: document, path, diff: settings },
      );
      if (!added) return undefined;
    }
  }
  for (const [id, document] of named) {
    if (sources.tags === undefined) {
      const added = await addVersion(terminal, versions, { id, sources, facts: {} }, document);
      if (!added) return undefined;
    } else {
      const tagged = await versionsOfTags(terminal, {
        document: document.path,
        pattern: sources.tags.replaceAll("{name}", id),
        id,
        url: sources.url,
        diff: document.diff ?? settings,
        ...(document.perspective !== undefined && { perspective: document.perspective }),
        ...(sources.skipTag !== undefined && { skipped: sources.skipTag }),
      });
      if (tagged === undefined) return undefined;
      versions.set(id, [...tagged]);
    }
  }
  return [...versions].map(([, own]) => createInterface(own, sources));
}

/**
 * Reads a document, and adds it as the next version of an interface. Returns false if the document has
 * errors.
 */
async function addVersion(
  terminal: Terminal,
  versions: Map<string, ReadVersion[]>,
  {
    id,
    sources: { url, from },
    facts,
  }: {
    readonly id: string;
    readonly sources: SiteSources;
    readonly facts: { readonly date?: string; readonly title?: string; readonly notes?: string };
  },
  document: DocumentFile,
): Promise<boolean> {
  const own = versions.get(id) ?? [];
  const read = await readDocument(terminal, document);
  if (read === undefined) return false;
  const { title, version } = read.contract.info;
  // In a history file, two versions of an interface may have the same version number.
  const key = from === undefined ? {} : { key: String(own.length + 1) };
  const release = { interface: { id, title, url }, version, ...key, ...facts };
  versions.set(id, [...own, readVersion(read, release, own.at(-1), document.diff)]);
  return true;
}

function createInterface(versions: readonly ReadVersion[], { tags }: SiteSources): SiteInterface {
  // For tags, the newest version is the highest, because an older release line may have a later tag. In a
  // history file, the newest version is the last.
  const newest = (tags === undefined ? versions.at(-1) : highestVersion(versions))?.release;
  if (newest === undefined) throw new TypeError("An interface has at least one version.");
  return {
    owner: newest.interface,
    newest: newest.key ?? newest.version,
    versions: versions.map((each) => ({ ...each, files: rootedFiles(each) })),
  };
}

/** Returns the documents to read. The keys are the names of their interfaces. */
async function namedDocuments(
  terminal: Terminal,
  { paths, from, config, perspective, isOptional = false }: SiteSources,
): Promise<ReadonlyMap<string, DocumentFile>> {
  const documents: DocumentFile[] = [];
  for (const path of paths) {
    documents.push(...(await findOnDisk(terminal.folder, path)).documents.values());
  }
  const isNone = isOptional && findConfigs(terminal.folder, config).length === 0;
  if (paths.length === 0 && from === undefined && !isNone) {
    const flags = config === undefined ? {} : { config };
    documents.push(...(await configuredDocuments(terminal.folder, flags)));
  }
  const named = new Map<string, DocumentFile>();
  for (const each of documents) {
    const id = documentSlug(each.path);
    const other = named.get(id);
    if (other !== undefined && other.file !== each.file) throw sameName(id, other, each);
    named.set(id, {
      ...each,
      ...(perspective !== undefined && { perspective }),
    });
  }
  return named;
}

function sameName(id: string, one: DocumentFile, other: DocumentFile): CliError {
  return new CliError(
    "usage",
    `${one.path} and ${other.path} would both be the interface ${id}.`,
    "Rename the files: an interface is named after its file (or the folder of openapi.yaml).",
  );
}
