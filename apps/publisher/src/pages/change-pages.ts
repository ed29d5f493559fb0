// The pages about the changes of a version.

import { type ComparedVersions, namedVersion, versionChangesPages } from "@specwright/site";
import { readChanges } from "../feeds/read-releases.ts";
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
  // The page of a change tells nothing of the others, of which there may be thousands.
  const changes = one ? [one] : await readChanges(services, version.id);
  const release = view.releases[view.versions.indexOf(version)];
  if (release === undefined) return undefined;
  const compared = await comparedVersions(services, view, version);
  for (const page of versionChangesPages({ ...release, changes }, compared)) {
    if (page.path === path) return { page };
  }
  return undefined;
}

async function comparedVersions(
  services: HttpServices,
  view: InterfaceView,
  version: PublishedVersion,
): Promise<ComparedVersions> {
  const { pages } = services.storage.committed;
  const named = async (each: PublishedVersion | undefined) => {
    const release = each && view.releases[view.versions.indexOf(each)];
    return each && release && namedVersion(release, await readReference(pages, each));
  };
  const base = await named(view.versions.find(({ id }) => id === version.previousId));
  const revision = await named(version);
  if (revision === undefined) throw new TypeError("the version is none of its interface");
  return { base, revision };
}
