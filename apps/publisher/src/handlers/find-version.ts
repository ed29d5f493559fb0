import { ProblemError } from "@specwright/rest/server";
import { type Context, callerOf } from "../access/require-right.ts";
import type { HttpServices } from "../http-services.ts";
import type { PublishedVersion, Version, WithdrawnVersion } from "../storage/version.ts";
import { mayUse } from "../tokens/verify-token.ts";

/**
 * Returns a version that the caller may read.
 *
 * @throws ProblemError 404 if the version does not exist or the caller may not read it; 410 if the
 * version was withdrawn.
 */
export async function findVersion(
  { storage }: Pick<HttpServices, "storage">,
  id: string,
  context: Context,
): Promise<Exclude<Version, WithdrawnVersion>> {
  const caller = callerOf(context);
  // Stored ids are lowercase, but callers may send uppercase UUIDs.
  const version = await storage.committed.versions.byId(id.toLowerCase());
  if (version === undefined || !mayUse(caller, "read", version.interface)) {
    throw new ProblemError(404, "not_found");
  }
  if (version.state === "withdrawn") throw withdrawnError(version.reason);
  return version;
}

/** Creates the error of a request for withdrawn data. */
export function withdrawnError(reason: string | null): ProblemError {
  return new ProblemError(410, "withdrawn", reason ?? undefined);
}

/**
 * Returns a published version that the caller may read.
 *
 * @throws ProblemError 404
 */
export async function findPublished(
  services: Pick<HttpServices, "storage">,
  id: string,
  context: Context,
): Promise<PublishedVersion> {
  const version = await findVersion(services, id, context);
  if (version.state !== "published") throw new ProblemError(404, "not_found");
  return version;
}
