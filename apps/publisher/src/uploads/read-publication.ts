import type { PublishVersionRequest } from "@specwright/publisher-api/types";
import type { VersionRequest } from "../versions/accept-version.ts";
import { badUpload, digestMismatch } from "./bad-upload.ts";
import { faultsTaken } from "./faults-taken.ts";
import { readArchive } from "./read-archive.ts";
import { readJsonUpload, sha256Of } from "./read-json-upload.ts";
import { sentDocument } from "./uploaded-files.ts";

/**
 * Reads a request to publish. Its body is JSON or an archive; an archive has query parameters.
 *
 * @throws ProblemError 400 for faults that a schema cannot express.
 */
export function readPublication(request: PublishVersionRequest): VersionRequest {
  return request.contentType === "application/json" ? ofJson(request) : ofArchive(request);
}

function ofJson({
  query = {},
  body,
}: PublishVersionRequest & { readonly contentType: "application/json" }): VersionRequest {
  const [parameter] = Object.keys(query);
  if (parameter !== undefined) {
    throw badUpload(`/${parameter}`, "unknown_key", "Is allowed only with an archive.", "query");
  }
  const { released_at: releasedAt, previous_id: expectedPrevious } = body;
  return {
    interface: body.interface,
    branch: body.branch ?? "main",
    document: sentDocument(readJsonUpload(body), body.format),
    ...faultsTaken(body.lenient, body.accept_faults),
    replacesWithdrawn: body.replaces_withdrawn ?? false,
    commit: body.commit ?? null,
    release: { title: body.release_title ?? null, notes: body.release_notes ?? null },
    ...(releasedAt === undefined ? {} : { releasedAt }),
    ...(expectedPrevious === undefined ? {} : { expectedPrevious }),
  };
}

function ofArchive({
  query = {},
  body,
}: PublishVersionRequest & { readonly contentType: "application/zip" }): VersionRequest {
  const {
    interface: name = "",
    branch = "main",
    path,
    commit,
    sha256,
    previous_id,
    lenient,
    accept_faults,
    replaces_withdrawn: replacesWithdrawn = false,
  } = query;
  if (sha256 !== undefined && sha256 !== sha256Of(body)) {
    throw digestMismatch("Does not match the archive.", "query");
  }
  return {
    interface: name,
    branch,
    document: sentDocument(readArchive(body, path), undefined),
    ...faultsTaken(lenient, accept_faults),
    replacesWithdrawn,
    commit: commit ?? null,
    release: { title: null, notes: null },
    ...(previous_id === undefined
      ? {}
      : { expectedPrevious: previous_id === "none" ? null : previous_id }),
  };
}
