// Operations that read versions.

import { ProblemError } from "@specwright/rest/server";
import { type Context, callerOf } from "../access/require-right.ts";
import { unpackBytes } from "../files/pack-file.ts";
import { entityTag } from "../http/entity-tag.ts";
import { readNumberCursor, writeCursor } from "../http/list-cursor.ts";
import type { Handlers, HttpServices } from "../http-services.ts";
import { presentPending, presentRefused, RETRY_SEC } from "../present/present-pending.ts";
import { presentVersion } from "../present/present-version.ts";
import { readVersionDetails } from "../present/version-details.ts";
import type { PublishedVersion } from "../storage/version.ts";
import { mayUse } from "../tokens/verify-token.ts";
import { findPublished, findVersion } from "./find-version.ts";

/** For responses to a token. A private cache may store them but must revalidate them. */
export const PRIVATE = "private, no-cache";

/** Returns a published version, or the state of a version that is not published. */
export function getVersion(services: HttpServices): Handlers["getVersion"] {
  return async ({ path }, context) => {
    const version = await findVersion(services, path.version_id, context);
    switch (version.state) {
      case "processing":
        return {
          status: 202,
          headers: { "Retry-After": RETRY_SEC },
          body: presentPending(version),
        };
      case "published":
        return await answerVersion(services, version);
      case "rejected":
      case "failed":
        return presentRefused(version);
      default:
        return version satisfies never;
    }
  };
}

export function getLatestVersion(services: HttpServices): Handlers["getLatestVersion"] {
  return async ({ path, query = {} }, context) => {
    const newest = mayUse(callerOf(context), "read", path.interface)
      ? await services.storage.committed.versions.newest(path.interface, query.branch ?? "main")
      : undefined;
    if (newest === undefined) throw new ProblemError(404, "not_found");
    return await answerVersion(services, newest);
  };
}

async function answerVersion(services: HttpServices, version: PublishedVersion) {
  const data = await readVersionDetails(services, version);
  const headers = { ETag: entityTag(data), "Cache-Control": PRIVATE };
  return { status: 200, headers, body: { data } } as const;
}

export function listVersions(services: HttpServices): Handlers["listVersions"] {
  const { storage, addresses } = services;
  return async ({ query = {} }, context) => {
    const { limit = 20, cursor, ...selection } = query;
    const scope = listingScope(context, selection.interface);
    const before = cursor === undefined ? undefined : readNumberCursor(cursor, selection);
    const found =
      scope === "nothing"
        ? []
        : await storage.committed.versions.list({
            ...selection,
            ...scope,
            limit: limit + 1,
            ...(before === undefined ? {} : { before }),
          });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    const data = await Promise.all(
      page.map(async (version) =>
        presentVersion(version, await storage.committed.files.ofOwner(version.id), addresses),
      ),
    );
    return {
      status: 200,
      headers: { "Cache-Control": PRIVATE },
      body: { data, next_cursor: hasMore ? writeCursor(`${last.position}`, selection) : null },
    };
  };
}

/** Returns the selection of the versions that the caller may list, or `nothing`. */
function listingScope(
  context: Context,
  wanted: string | undefined,
): { readonly interface?: string } | "nothing" {
  const { interface: own } = callerOf(context);
  if (own === null) return {};
  return wanted === undefined || wanted === own ? { interface: own } : "nothing";
}

/** Returns a file of a version. */
export function getDocument(services: HttpServices): Handlers["getDocument"] {
  const { storage } = services;
  return async ({ path, query = {} }, context) => {
    const version = await findPublished(services, path.version_id, context);
    const name = query.file ?? version.path;
    const files = await storage.committed.files.ofOwner(version.id);
    const file = files.find((each) => each.path === name);
    const packed = file && (await storage.committed.files.packed(file.sha256));
    if (packed === undefined) throw new ProblemError(404, "not_found");
    const fileName = name.slice(name.lastIndexOf("/") + 1);
    return {
      status: 200,
      headers: {
        ETag: `"${packed.sha256.slice(0, 32)}"`,
        "Cache-Control": PRIVATE,
        "Content-Disposition": `attachment; filename="${fileName}"`,
      },
      body: await unpackBytes(packed),
    };
  };
}
