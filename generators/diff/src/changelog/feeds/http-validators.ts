// HTTP validators, so that pollers get "304 Not Modified" (RFC 9110) until a feed changes.

import { createHash } from "node:crypto";
import { httpTime } from "../releases/release-date.ts";
import type { Feed } from "./feed.ts";

/** The values of the headers `ETag` and `Last-Modified`. */
export interface HttpValidators {
  /** A strong entity tag with its quotes; it depends only on the bytes. */
  readonly etag: string;
  /** The time of the newest entry; absent if no entry has a date. */
  readonly lastModified?: string;
}

/** Returns the validators of a feed and its text. */
export function httpValidators(text: string, { updated }: Pick<Feed, "updated">): HttpValidators {
  const digest = createHash("sha256").update(text).digest("base64url").slice(0, 27);
  return { etag: `"${digest}"`, ...(updated > 0 && { lastModified: httpTime(updated) }) };
}

/**
 * Reports whether the response to a request with these conditions is "304 Not Modified". `If-None-Match`
 * overrides `If-Modified-Since`.
 */
export function isNotModified(
  conditions: { readonly ifNoneMatch?: string; readonly ifModifiedSince?: string },
  { etag, lastModified }: HttpValidators,
): boolean {
  const { ifNoneMatch, ifModifiedSince } = conditions;
  if (ifNoneMatch !== undefined) {
    // A proxy that compressed the response may have made the tag weak.
    const known = ifNoneMatch.split(",").map((each) => each.trim().replace(/^W\//, ""));
    return known.includes("*") || known.includes(etag);
  }
  if (ifModifiedSince === undefined || lastModified === undefined) return false;
  return Date.parse(ifModifiedSince) >= Date.parse(lastModified);
}
