// HTTP validators (RFC 9110). Clients that poll a feed get "304 Not Modified" until the feed changes.

import { createHash } from "node:crypto";
import { httpTime } from "../releases/release-date.ts";
import type { Feed } from "./feed.ts";

/** The values of the headers `ETag` and `Last-Modified`. */
export interface HttpValidators {
  /** A strong entity tag, in quotes. It depends only on the bytes of the text. */
  readonly etag: string;
  /** The time of the newest entry; absent if no entry has a date. */
  readonly lastModified?: string;
}

/** Returns the HTTP validators for the text of a feed. */
export function httpValidators(text: string, { updated }: Pick<Feed, "updated">): HttpValidators {
  const digest = createHash("sha256").update(text).digest("base64url").slice(0, 27);
  return { etag: `"${digest}"`, ...(updated > 0 && { lastModified: httpTime(updated) }) };
}

/**
 * Reports whether the server should answer a request with these conditions by "304 Not Modified".
 * `If-None-Match` overrides `If-Modified-Since`.
 */
export function isNotModified(
  conditions: { readonly ifNoneMatch?: string; readonly ifModifiedSince?: string },
  { etag, lastModified }: HttpValidators,
): boolean {
  const { ifNoneMatch, ifModifiedSince } = conditions;
  if (ifNoneMatch !== undefined) {
    // A proxy that compresses the response may turn the strong tag into a weak one (`W/`).
    const known = ifNoneMatch.split(",").map((each) => each.trim().replace(/^W\//, ""));
    return known.includes("*") || known.includes(etag);
  }
  if (ifModifiedSince === undefined || lastModified === undefined) return false;
  return Date.parse(ifModifiedSince) >= Date.parse(lastModified);
}
