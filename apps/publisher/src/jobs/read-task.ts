import type { DocumentTask, PackedDocument } from "../processing/protocol.ts";
import { fragmentsOf } from "../processing/uncompared.ts";
import type { ClaimedJob } from "../storage/job-repository.ts";
import type { Repositories } from "../storage/publisher-storage.ts";
import type { PublishedVersion, VersionHead } from "../storage/version.ts";

/** Returns the task for a job. Removes the data that an unfinished attempt has stored. */
export async function readTask(stored: Repositories, job: ClaimedJob): Promise<DocumentTask> {
  const { ownerId, kind } = job;
  const version = kind === "version" ? await stored.versions.byId(ownerId) : undefined;
  await stored.changes.removeAll(ownerId);
  if (version?.state === "published") return await readAgain(stored, version);
  await stored.pages.removeAll(ownerId);
  if (kind === "diff") return await readDiffTask(stored, ownerId);
  if (version === undefined) throw new TypeError("the version of the job is missing");
  // The jobs of a branch run in order, so all earlier versions have been processed.
  const base = await stored.versions.newest(version.interface, version.branch);
  return {
    head: await readPacked(stored, version),
    base: base === undefined ? null : await readPacked(stored, base),
    format: version.format,
    hasPages: true,
  };
}

/**
 * Returns the task for a published version whose base has changed. The pages of the version stay.
 */
async function readAgain(stored: Repositories, version: PublishedVersion): Promise<DocumentTask> {
  await stored.pages.removeUses(version.id, fragmentsOf(version.facts));
  const { previousId } = version;
  const base = previousId === null ? undefined : await stored.versions.byId(previousId);
  return {
    head: await readPacked(stored, version),
    base: base === undefined ? null : await readPacked(stored, base),
    ...{ format: version.format, hasPages: false, isAgain: true },
  };
}

async function readDiffTask(stored: Repositories, id: string): Promise<DocumentTask> {
  const diff = await stored.diffs.byId(id, 0);
  if (diff === undefined) throw new TypeError("the comparison of the job is missing");
  const { baseId, headId, path, format, isLenient, acceptsFaults } = diff;
  const base = baseId === null ? undefined : await stored.versions.byId(baseId);
  const head =
    headId === null
      ? { id, path: path ?? "", isLenient, acceptsFaults }
      : await stored.versions.byId(headId);
  if (head === undefined) throw new TypeError("the version of the comparison is missing");
  return {
    head: await readPacked(stored, head),
    base: base === undefined ? null : await readPacked(stored, base),
    format,
    hasPages: false,
  };
}

async function readPacked(
  { files }: Repositories,
  {
    id,
    path,
    isLenient,
    acceptsFaults,
  }: Pick<VersionHead, "id" | "path" | "isLenient" | "acceptsFaults">,
): Promise<PackedDocument> {
  const packed: { readonly path: string; readonly content: Uint8Array }[] = [];
  for (const { path: filePath, sha256 } of await files.ofOwner(id)) {
    const file = await files.packed(sha256);
    if (file !== undefined) packed.push({ path: filePath, content: file.content });
  }
  return { path, files: packed, isLenient, acceptsFaults };
}
