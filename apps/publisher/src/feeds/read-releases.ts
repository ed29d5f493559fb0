import { setImmediate } from "node:timers/promises";
import type { Change } from "@specwright/diff";
import type { Release } from "@specwright/diff/changelog";
import { interfaceUrl } from "../http/addresses.ts";
import type { HttpServices } from "../http-services.ts";
import { readFraming } from "../present/read-framing.ts";
import type { PublishedInterface } from "../storage/interface-repository.ts";
import type { PublishedVersion, WithdrawnVersion } from "../storage/version.ts";

/** The number of changes in one batch. The process serves other requests between batches. */
const BATCH = 250;

/**
 * Converts published versions to releases with their changes. The given versions are newest first,
 * the releases oldest first.
 */
export async function readReleases(
  services: Pick<HttpServices, "storage" | "addresses">,
  owner: PublishedInterface,
  versions: readonly PublishedVersion[],
): Promise<readonly Release[]> {
  const { versions: stored, pages } = services.storage.committed;
  const known = new Set(versions.map(({ id }) => id));
  const oldest = versions.findLast(({ previousId }) => previousId !== null)?.previousId;
  const before = typeof oldest === "string" && !known.has(oldest) && (await stored.byId(oldest));
  const all = before && before.state === "published" ? [...versions, before] : versions;
  const releases = releasesOf(services, owner, all);
  const complete = await Promise.all(
    versions.map(async (version, index): Promise<Release[]> => {
      const release = releases[index];
      if (release === undefined) return [];
      const [changes, framing] = await Promise.all([
        readChanges(services, version.id),
        readFraming(pages, version),
      ]);
      const operationTags = framing?.operationTags;
      return [{ ...release, changes, ...(operationTags === undefined ? {} : { operationTags }) }];
    }),
  );
  return complete.flat().reverse();
}

/** Returns published versions as releases without their changes, in the same order. */
export function releasesOf(
  { addresses }: Pick<HttpServices, "addresses">,
  { name, title, homePageUrl }: PublishedInterface,
  versions: readonly Omit<PublishedVersion, "state">[],
): readonly Release[] {
  const owner = { id: name, title, url: homePageUrl ?? interfaceUrl(addresses, name) };
  const numbers = new Map(versions.map(({ id, number }) => [id, number]));
  return versions.map((version): Release => {
    const { release, releasedAt, publishedAt, revisedAt, previousId } = version;
    const base = previousId === null ? undefined : numbers.get(previousId);
    return {
      interface: owner,
      key: `${version.number}`,
      version: version.facts.version,
      ...(version.branch === "main" ? {} : { branch: version.branch }),
      ...(base === undefined ? {} : { previous: `${base}` }),
      ...(releasedAt === null ? {} : { date: releasedAt }),
      // If the author sets the release date to an earlier date, polling clients must still see a
      // new revision.
      revised: new Date(Math.max(publishedAt, revisedAt ?? 0)).toISOString(),
      ...(release.title === null ? {} : { title: release.title }),
      ...(release.notes === null ? {} : { notes: release.notes }),
      changes: [],
    };
  });
}

/** Returns withdrawn versions as releases. Only feeds show them. */
export function withdrawnReleases(
  services: Pick<HttpServices, "addresses">,
  owner: PublishedInterface,
  versions: readonly WithdrawnVersion[],
): readonly Release[] {
  return releasesOf(services, owner, versions).map((release, index) => {
    const { withdrawnAt = 0, reason = null } = versions[index] ?? {};
    return { ...release, withdrawn: reason ?? "", revised: new Date(withdrawnAt).toISOString() };
  });
}

/** Returns releases of an interface in the order in which they were published, oldest first. */
export function inOrder(releases: readonly Release[]): readonly Release[] {
  return releases.toSorted((one, other) => Number(one.key) - Number(other.key));
}

/** Returns all changes of a version or a comparison, most severe first. */
export async function readChanges(
  { storage }: Pick<HttpServices, "storage">,
  ownerId: string,
): Promise<readonly Change[]> {
  const all: Change[] = [];
  for (let after = -1; ; ) {
    const batch = await storage.committed.changes.list(ownerId, { limit: BATCH, after });
    for (const { change } of batch) all.push(change);
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return all;
    after = last.position;
    await setImmediate();
  }
}
