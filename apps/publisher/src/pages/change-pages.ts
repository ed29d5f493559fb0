// The pages about the changes of a version.

import type { Change } from "@specwright/diff";
import {
  type ComparedVersions,
  type FindSource,
  namedVersion,
  sourceFinder,
  versionChangesPages,
} from "@specwright/site";
import { readChanges } from "../feeds/read-releases.ts";
import { unpackBytes } from "../files/pack-file.ts";
import type { HttpServices } from "../http-services.ts";
import { readReference } from "../present/read-framing.ts";
import type { PublishedVersion } from "../storage/version.ts";
import type { InterfaceView } from "./read-interface.ts";
import type { StoredContent } from "./stored-page.ts";

/** Writes the list of the changes of a version, or the page about one of them. */
export async function showChanges(
  services: HttpServices,
  view: InterfaceView,
  { version, path }: { readonly version: PublishedVersion; readonly path: string },
): Promise<StoredContent | undefined> {
  const { changes: stored } = services.storage.committed;
  const [, fingerprint] = /^changes\/([0-9a-f]{12,64})\.html$/.exec(path) ?? [];
  if (path.startsWith("changes/") && fingerprint === undefined) return undefined;
  const one = fingerprint && (await stored.byFingerprint(version.id, fingerprint));
  if (fingerprint !== undefined && one === undefined) return undefined;
  // Do not read all changes for the page of one change: a version can have thousands of changes.
  const changes = one ? [one] : await readChanges(services, version.id);
  const release = view.releases[view.versions.indexOf(version)];
  if (release === undefined) return undefined;
  const compared = await comparedVersions(services, view, { version, change: one || undefined });
  for (const page of versionChangesPages({ ...release, changes }, compared)) {
    if (page.path === path) return { page };
  }
  return undefined;
}

async function comparedVersions(
  services: HttpServices,
  view: InterfaceView,
  { version, change }: { readonly version: PublishedVersion; readonly change: Change | undefined },
): Promise<ComparedVersions> {
  const { pages } = services.storage.committed;
  const readNamedVersion = async (each: PublishedVersion | undefined, place: Change["base"]) => {
    const release = each && view.releases[view.versions.indexOf(each)];
    if (each === undefined || release === undefined) return undefined;
    const source = await readSource(services, each, place?.file);
    return namedVersion(release, await readReference(pages, each), source);
  };
  const before = view.versions.find(({ id }) => id === version.previousId);
  const base = await readNamedVersion(before, change?.base);
  const revision = await readNamedVersion(version, change?.revision);
  if (revision === undefined) throw new TypeError("the interface does not have this version");
  return { base, revision };
}

/**
 * Reads the file that the page of one change quotes. For the list of changes, reads only the path
 * of the file.
 */
export async function readSource(
  { storage }: HttpServices,
  version: PublishedVersion,
  path: string | undefined,
): Promise<FindSource> {
  const { files } = storage.committed;
  const found = path && (await files.ofOwner(version.id)).find((each) => each.path === path);
  const packed = found && (await files.packed(found.sha256));
  if (path === undefined || !packed) return () => undefined;
  const text = Buffer.from(await unpackBytes(packed)).toString("utf8");
  return sourceFinder([{ path, text }]);
}
