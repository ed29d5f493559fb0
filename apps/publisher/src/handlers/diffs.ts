// Operations on comparisons.

import { ProblemError } from "@specwright/rest/server";
import { type Context, callerOf, requireRight } from "../access/require-right.ts";
import { acceptDiff, diffOfVersions } from "../diffs/accept-diff.ts";
import { acceptedType } from "../http/accepted-type.ts";
import { diffPath } from "../http/addresses.ts";
import { waitPreference } from "../http/wait-preference.ts";
import type { Handlers, HttpServices } from "../http-services.ts";
import { tokenShare } from "../jobs/job-share.ts";
import { presentPending, presentRefused, RETRY_SEC } from "../present/present-pending.ts";
import type { Diff, FinishedDiff } from "../storage/diff-repository.ts";
import { mayUse } from "../tokens/verify-token.ts";
import { faultsTaken } from "../uploads/faults-taken.ts";
import { readJsonUpload } from "../uploads/read-json-upload.ts";
import { sentDocument } from "../uploads/uploaded-files.ts";
import { answerDiff, type Compared, diffFormats, diffPage } from "./diff-answer.ts";
import { findPublished } from "./find-version.ts";
import { noInterface, shareFull } from "./publish-version.ts";

/** Returns the changes between two versions, and compares them first if necessary. */
export function diffVersions(services: HttpServices): Handlers["diffVersions"] {
  return async ({ path, query = {} }, context) => {
    acceptedType(context.headers.accept, diffFormats);
    const head = await findPublished(services, path.version_id, context);
    const { base: baseId = head.previousId } = query;
    if (baseId?.toLowerCase() === head.previousId || baseId === null) {
      const own = { ownerId: head.id, facts: head.facts };
      return await answerDiff(services, { ...own, head: ofVersions(head, baseId) }, query, context);
    }
    const base = await findPublished(services, baseId, context);
    if (base.interface !== head.interface) throw new ProblemError(404, "not_found");
    const share = tokenShare(callerOf(context));
    const diff = await diffOfVersions(services, base, head, share);
    if (diff === "share_full") throw shareFull(services, share);
    switch (diff.state) {
      case "processing":
        return { status: 202, headers: { "Retry-After": RETRY_SEC }, body: presentPending(diff) };
      case "done": {
        const own = { ownerId: diff.id, facts: diff.facts };
        const compared = { ...own, head: ofVersions(head, base.id) };
        return await answerDiff(services, compared, query, context);
      }
      case "rejected":
      case "failed":
        // Both documents were valid when they were published, so the caller is not at fault.
        throw new ProblemError(500, "internal_error");
      default:
        return diff satisfies never;
    }
  };
}

function ofVersions(
  head: { readonly id: string; readonly interface: string },
  baseId: string | null,
): Compared["head"] {
  const { id, interface: name } = head;
  return { id: null, interface: name, base_id: baseId, head_id: id, expires_at: null };
}

/** Compares an unpublished document. */
export function createDiff(services: HttpServices): Handlers["createDiff"] {
  const { addresses, runner, storage, clock } = services;
  return async ({ body, headers }, context) => {
    requireRight(context, "read", body.interface);
    const share = tokenShare(callerOf(context));
    const acceptance = await acceptDiff(services, {
      share,
      interface: body.interface,
      branch: body.branch ?? "main",
      ...(body.base_id === undefined ? {} : { baseId: body.base_id.toLowerCase() }),
      document: sentDocument(readJsonUpload(body), body.format),
      ...faultsTaken(body.lenient, body.accept_faults),
    });
    if (acceptance.kind === "no_interface") throw noInterface(services, body.interface);
    if (acceptance.kind === "share_full") throw shareFull(services, share);
    if (acceptance.kind === "no_base") {
      const detail = "base_id is not a published version of the interface.";
      throw new ProblemError(404, "not_found", detail);
    }
    const { id } = acceptance;
    const seconds = waitPreference(headers?.Prefer);
    if (seconds !== undefined) await runner.settled(id, seconds * 1000, context.signal);
    const diff = await storage.committed.diffs.byId(id, clock.now());
    if (diff === undefined) throw new ProblemError(404, "not_found");
    const applied = seconds === undefined ? {} : { "Preference-Applied": `wait=${seconds}` };
    const all = { Location: diffPath(addresses, id), ...applied };
    if (seconds === undefined || diff.state === "processing") {
      const pending = { ...all, "Retry-After": RETRY_SEC };
      return { status: 202, headers: pending, body: presentPending(diff) };
    }
    if (diff.state !== "done") return presentRefused(diff);
    return {
      status: 201,
      headers: all,
      body: { data: await diffPage(services, comparedDiff(diff), {}) },
    };
  };
}

/** Returns the comparison of an unpublished document. */
export function getDiff(services: HttpServices): Handlers["getDiff"] {
  const { storage, clock } = services;
  return async ({ path, query = {} }, context) => {
    acceptedType(context.headers.accept, diffFormats);
    const diff = await storage.committed.diffs.byId(path.diff_id.toLowerCase(), clock.now());
    if (!isReadable(diff, context)) throw new ProblemError(404, "not_found");
    switch (diff.state) {
      case "processing":
        return { status: 202, headers: { "Retry-After": RETRY_SEC }, body: presentPending(diff) };
      case "done":
        return await answerDiff(services, comparedDiff(diff), query, context);
      case "rejected":
      case "failed":
        return presentRefused(diff);
      default:
        return diff satisfies never;
    }
  };
}

/**
 * Reports whether a caller may read a comparison. Comparisons of two published versions are stored
 * too, but have no address.
 */
function isReadable(diff: Diff | undefined, context: Context): diff is Diff {
  if (diff === undefined || diff.headId !== null) return false;
  return mayUse(callerOf(context), "read", diff.interface);
}

function comparedDiff(diff: FinishedDiff): Compared {
  return {
    ownerId: diff.id,
    facts: diff.facts,
    head: {
      id: diff.id,
      interface: diff.interface,
      base_id: diff.baseId,
      head_id: null,
      expires_at: new Date(diff.expiresAt).toISOString(),
    },
  };
}
