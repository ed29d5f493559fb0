import type { PublishVersionRequest } from "@specwright/publisher-api/types";
import { ProblemError } from "@specwright/rest/server";
import { callerOf, requireRight } from "../access/require-right.ts";
import { interfacePath, versionPath } from "../http/addresses.ts";
import { waitPreference } from "../http/wait-preference.ts";
import type { Handlers, HttpServices } from "../http-services.ts";
import { FULL_SHARE_RETRY_SEC, mostWaiting, tokenShare } from "../jobs/job-share.ts";
import { presentPending, presentRefused, RETRY_SEC } from "../present/present-pending.ts";
import { readVersionDetails } from "../present/version-details.ts";
import { badUpload, releasedInFuture } from "../uploads/bad-upload.ts";
import { readPublication } from "../uploads/read-publication.ts";
import { acceptVersion } from "../versions/accept-version.ts";

/** Accepts a document, and waits for the result if the caller requests it. */
export function publishVersion(services: HttpServices): Handlers["publishVersion"] {
  return async (request, context) => {
    requireRight(context, "publish", interfaceOf(request));
    const publication = readPublication(request);
    const share = tokenShare(callerOf(context));
    const acceptance = await acceptVersion(services, { ...publication, share });
    switch (acceptance.kind) {
      case "released_in_future":
        throw releasedInFuture();
      case "share_full":
        throw shareFull(services, share);
      case "no_interface":
        throw noInterface(services, publication.interface);
      case "previous_mismatch": {
        const { newestId } = acceptance;
        const what =
          newestId === null ? "There is no version" : `The newest version is ${newestId}`;
        const detail = `${what} on ${publication.branch}.`;
        throw new ProblemError(409, "previous_mismatch", detail);
      }
      case "unchanged":
        return {
          status: 204,
          headers: { Location: versionPath(services.addresses, acceptance.id) },
        };
      case "accepted":
      case "processing":
        return await answerAccepted(services, acceptance.id, {
          prefer: request.headers?.Prefer,
          signal: context.signal,
        });
      default:
        return acceptance satisfies never;
    }
  };
}

/** Creates the error for a document whose interface is unknown. */
export function noInterface({ addresses }: HttpServices, name: string): ProblemError {
  const detail = `Unknown interface ${name}. Create it with PUT ${interfacePath(addresses, name)}.`;
  return new ProblemError(404, "not_found", detail);
}

/**
 * Creates the error for a document that is sent while too many documents of its share are waiting.
 */
export function shareFull(services: HttpServices, share: string): ProblemError {
  const detail = `${mostWaiting(services, share)} documents sent with this token are waiting to be processed, which is the limit. Send this document again in ${FULL_SHARE_RETRY_SEC} seconds.`;
  return new ProblemError(429, "too_many_requests", detail, {
    headers: { "retry-after": `${FULL_SHARE_RETRY_SEC}` },
  });
}

function interfaceOf(request: PublishVersionRequest): string {
  const name =
    request.contentType === "application/json" ? request.body.interface : request.query?.interface;
  if (name !== undefined) return name;
  throw badUpload("/interface", "required", "Is required with an archive.", "query");
}

async function answerAccepted(
  services: HttpServices,
  id: string,
  { prefer, signal }: { readonly prefer: string | undefined; readonly signal: AbortSignal },
): Promise<Awaited<ReturnType<Handlers["publishVersion"]>>> {
  const { storage, runner, addresses } = services;
  const seconds = waitPreference(prefer);
  if (seconds !== undefined) await runner.settled(id, seconds * 1000, signal);
  const version = await storage.committed.versions.byId(id);
  if (version === undefined) throw new ProblemError(404, "not_found");
  const location = { Location: versionPath(addresses, id) };
  const applied = seconds === undefined ? {} : { "Preference-Applied": `wait=${seconds}` };
  switch (version.state) {
    case "processing":
      return {
        status: 202,
        headers: { ...location, ...applied, "Retry-After": RETRY_SEC },
        body: presentPending(version),
      };
    case "published":
      // Without `wait`, the response must not depend on how fast the document is processed.
      return seconds === undefined
        ? {
            status: 202,
            headers: { ...location, "Retry-After": RETRY_SEC },
            body: presentPending(version),
          }
        : {
            status: 201,
            headers: { ...location, ...applied },
            body: { data: await readVersionDetails(services, version) },
          };
    case "withdrawn":
      throw new ProblemError(404, "not_found");
    case "rejected":
    case "failed":
      return presentRefused(version);
    default:
      return version satisfies never;
  }
}
