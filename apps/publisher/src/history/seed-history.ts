import { contentDigest } from "../files/content-digest.ts";
import { packFile } from "../files/pack-file.ts";
import { PublisherError } from "../publisher-error.ts";
import type { Services } from "../services.ts";
import { openToAll } from "../storage/interface-repository.ts";
import { sentDocument } from "../uploads/uploaded-files.ts";
import { acceptVersion } from "../versions/accept-version.ts";
import type { History, HistoryVersion } from "./history.ts";

/** The maximum time to process a version of the history, in milliseconds. */
const MAX_PROCESSING_MS = 600_000;

/**
 * Creates the interfaces of a history and publishes its versions. Skips an interface if it has
 * versions that are not in the history. After an interrupted run, publishes only the missing
 * versions. Returns the number of versions that this call published. Rejects with `PublisherError`
 * `invalid_history` if a version is rejected.
 */
export async function seedHistory(services: Services, history: History): Promise<number> {
  const { storage, clock } = services;
  await storage.transaction(async ({ interfaces }) => {
    for (const { name, title, description = null, homePageUrl = null } of history.interfaces) {
      if ((await interfaces.lock(name)) !== undefined) continue;
      const now = clock.now();
      const stamps = { createdAt: now, updatedAt: now, withdrawnAt: null };
      await interfaces.insert({ name, title, description, homePageUrl, ...openToAll, ...stamps });
    }
  });
  let count = 0;
  for (const { name } of history.interfaces) {
    const own = history.versions.filter((each) => each.interface === name);
    for (const version of await versionsLeft(services, name, own)) {
      if (await publishVersion(services, version)) count += 1;
    }
  }
  return count;
}

/**
 * Returns the versions that are not published yet. Returns an empty list if the interface has
 * versions that are not in the history.
 */
async function versionsLeft(
  { storage }: Services,
  name: string,
  own: readonly HistoryVersion[],
): Promise<readonly HistoryVersion[]> {
  const limit = own.length + 1;
  const published = await storage.committed.versions.list({ interface: name, limit });
  for (const [index, { branch, digest }] of published.toReversed().entries()) {
    const version = own[index];
    if (branch !== "main" || version === undefined) return [];
    if (digest !== (await filesDigest(version))) return [];
  }
  return own.slice(published.length);
}

async function filesDigest({ files }: HistoryVersion): Promise<string> {
  const { path, files: texts } = sentDocument(files, undefined);
  return contentDigest(
    path,
    await Promise.all(texts.map((each) => packFile(each.path, each.text))),
  );
}

/**
 * Publishes a version, and reports whether it differs from the previous version. Throws
 * `PublisherError` `invalid_history` if the version is rejected.
 */
export async function publishVersion(
  services: Services,
  { interface: name, files, releasedAt, title, notes }: HistoryVersion,
): Promise<boolean> {
  const acceptance = await acceptVersion(services, {
    interface: name,
    branch: "main",
    document: sentDocument(files, undefined),
    commit: null,
    release: { title: title ?? null, notes: notes ?? null },
    releasedAt,
  });
  if (acceptance.kind === "unchanged") return false;
  const what = `${name}: ${files.document.path}`;
  if (acceptance.kind !== "accepted" && acceptance.kind !== "processing") {
    throw new PublisherError("invalid_history", `${what}: ${acceptance.kind}`);
  }
  await services.runner.settled(acceptance.id, MAX_PROCESSING_MS);
  const version = await services.storage.committed.versions.byId(acceptance.id);
  if (version?.state === "published") return true;
  const [fault] = version?.state === "rejected" ? version.diagnostics : [];
  const why = fault?.message ?? (version?.state === "failed" ? version.failure : "not processed");
  throw new PublisherError("invalid_history", `${what}: ${why}`);
}
