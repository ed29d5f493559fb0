// Responses with comparisons. A response is a page of changes as JSON, or a report.

import { createHash } from "node:crypto";
import type { Diff, DiffEnvelope, DiffVersionsResponse } from "@specwright/publisher-api/types";
import type { Context } from "../access/require-right.ts";
import { isBreaking, presentCounts } from "../changes/change-classes.ts";
import { clipText } from "../changes/clip-text.ts";
import { presentChange } from "../changes/present-change.ts";
import { acceptedType } from "../http/accepted-type.ts";
import { entityTag } from "../http/entity-tag.ts";
import { readNumberCursor, writeCursor } from "../http/list-cursor.ts";
import type { HttpServices } from "../http-services.ts";
import { readFragment } from "../present/read-fragment.ts";
import type { Facts } from "../storage/facts.ts";
import { PRIVATE } from "./read-versions.ts";

/** A finished comparison of two versions, or of a version and a document. */
export interface Compared {
  /** The version or comparison that the changes belong to. */
  readonly ownerId: string;
  readonly facts: Facts;
  readonly head: Pick<Diff, "id" | "interface" | "base_id" | "head_id" | "expires_at">;
}

/** The formats of comparisons. */
export const diffFormats: readonly [
  "application/json",
  "text/markdown",
  "text/html",
  "text/plain",
] = ["application/json", "text/markdown", "text/html", "text/plain"];

interface DiffQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Returns a comparison in the format that the caller prefers. */
export async function answerDiff(
  services: HttpServices,
  compared: Compared,
  query: DiffQuery,
  context: Context,
): Promise<Extract<DiffVersionsResponse, { status: 200 }>> {
  const type = acceptedType(context.headers.accept, diffFormats);
  if (type === "application/json") {
    const body: DiffEnvelope = { data: await diffPage(services, compared, query) };
    return { status: 200, contentType: type, headers: cachingHeaders(body), body };
  }
  const text = await storedReport(services, compared, type);
  const csp = type === "text/html" ? { "Content-Security-Policy": reportPolicy(text) } : {};
  return {
    status: 200,
    contentType: type,
    headers: { ...cachingHeaders(text), ...csp },
    body: text,
  };
}

function cachingHeaders(content: unknown) {
  return { ETag: entityTag(content), "Cache-Control": PRIVATE, Vary: "Accept" };
}

/** Returns a page of the changes of a comparison. */
export async function diffPage(
  { storage }: HttpServices,
  { ownerId, facts, head }: Compared,
  { limit = 100, cursor }: DiffQuery,
): Promise<Diff> {
  const selection = { ownerId };
  const after = cursor === undefined ? undefined : readNumberCursor(cursor, selection);
  const found = await storage.committed.changes.list(ownerId, {
    limit: limit + 1,
    ...(after === undefined ? {} : { after }),
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  const counts = presentCounts(facts.counts);
  return {
    ...head,
    summary: clipText(facts.summary, 2048),
    breaking: isBreaking(counts),
    bump: facts.bump,
    change_counts: counts,
    changes: page.map(({ change }) => presentChange(change)),
    next_cursor: hasMore ? writeCursor(`${last.position}`, selection) : null,
  };
}

async function storedReport(
  { storage }: HttpServices,
  { facts }: Compared,
  type: "text/markdown" | "text/html" | "text/plain",
): Promise<string> {
  const { markdown, html, text } = facts.reports;
  const digest = { "text/markdown": markdown, "text/html": html, "text/plain": text }[type];
  return await readFragment(storage.committed.pages, digest);
}

/**
 * Returns the content security policy of a report. A report loads no files and uses only its own
 * styles.
 */
function reportPolicy(html: string): string {
  const [, style = ""] = /<style>([^<]*)<\/style>/.exec(html) ?? [];
  const digest = createHash("sha256").update(style).digest("base64");
  return `default-src 'none'; style-src 'sha256-${digest}'; frame-ancestors 'none'`;
}
