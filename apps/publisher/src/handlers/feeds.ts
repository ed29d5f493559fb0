// The operations that answer feeds.

import { type FeedFormat, isNotModified } from "@specwright/diff/changelog";
import type { JsonFeed } from "@specwright/publisher-api/types";
import { ProblemError } from "@specwright/rest/server";
import { feedContentType, feedWriters, POLLED } from "../feeds/feed-writers.ts";
import { type FeedSelection, feedUrl, readFeed } from "../feeds/read-feed.ts";
import { entityTag } from "../http/entity-tag.ts";
import type { Handlers, HttpServices } from "../http-services.ts";

/** The headers by which a reader asks again. */
export interface Conditions {
  readonly "If-None-Match"?: string | undefined;
  readonly "If-Modified-Since"?: string | undefined;
}

interface FeedRequest {
  readonly path: { readonly interface: string };
  readonly query?: FeedSelection;
  readonly headers?: Conditions;
}

/** Answers the RSS feed. */
export function getChangelogRss(services: HttpServices): Handlers["getChangelogRss"] {
  return async (request) => {
    const answer = await answerFeed(services, "rss", request);
    return answer.status === 304 ? answer : { ...answer, body: Buffer.from(answer.body) };
  };
}

/** Answers the Atom feed. */
export function getChangelogAtom(services: HttpServices): Handlers["getChangelogAtom"] {
  return async (request) => {
    const answer = await answerFeed(services, "atom", request);
    return answer.status === 304 ? answer : { ...answer, body: Buffer.from(answer.body) };
  };
}

/** Answers the JSON Feed. */
export function getChangelogJsonFeed(services: HttpServices): Handlers["getChangelogJsonFeed"] {
  return async (request) => {
    const answer = await answerFeed(services, "json", request);
    if (answer.status === 304) return answer;
    // The server checks it against its schema, as every answer.
    const body: JsonFeed = JSON.parse(answer.body);
    return { ...answer, body };
  };
}

async function answerFeed(services: HttpServices, format: FeedFormat, request: FeedRequest) {
  const { path, query = {}, headers = {} } = request;
  const owner = await services.storage.committed.interfaces.byName(path.interface);
  if (owner === undefined) throw new ProblemError(404, "not_found");
  const read = await readFeed(services, owner, query);
  if (read === undefined) throw new ProblemError(404, "not_found");
  const { feed, modifiedAt } = read;
  const text = feedWriters[format](feed, feedUrl(services, owner.name, format, query));
  const validators = validatorsOf(text, modifiedAt);
  if (isKnown(headers, validators)) return { status: 304, headers: validators } as const;
  const contentType = feedContentType(format);
  return { status: 200, contentType, headers: validators, body: text } as const;
}

/** The headers by which readers and caches ask again. */
export interface ValidatorHeaders {
  readonly ETag: string;
  readonly "Last-Modified"?: string;
  readonly "Cache-Control": string;
}

/** Returns the headers by which readers and caches ask again. */
export function validatorsOf(content: unknown, modifiedAt: number | undefined): ValidatorHeaders {
  return {
    ETag: entityTag(content),
    ...(modifiedAt === undefined ? {} : { "Last-Modified": new Date(modifiedAt).toUTCString() }),
    "Cache-Control": POLLED,
  };
}

/** Reports whether a reader has what these validators stand for. */
export function isKnown(conditions: Conditions, validators: ValidatorHeaders): boolean {
  const { "If-None-Match": ifNoneMatch, "If-Modified-Since": ifModifiedSince } = conditions;
  const { ETag: etag, "Last-Modified": lastModified } = validators;
  return isNotModified(
    {
      ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }),
      ...(ifModifiedSince === undefined ? {} : { ifModifiedSince }),
    },
    { etag, ...(lastModified === undefined ? {} : { lastModified }) },
  );
}
