// Operations that return feeds.

import { type FeedFormat, isNotModified } from "@specwright/diff/changelog";
import type { JsonFeed } from "@specwright/publisher-api/types";
import { ProblemError } from "@specwright/rest/server";
import type { Context } from "../access/require-right.ts";
import { isFeedKey } from "../feeds/feed-key.ts";
import { feedContentType, feedWriters, POLLED } from "../feeds/feed-writers.ts";
import { type FeedSelection, feedUrl, readFeed } from "../feeds/read-feed.ts";
import { entityTag } from "../http/entity-tag.ts";
import type { Handlers, HttpServices } from "../http-services.ts";
import { isPrivateBranch, mayReadBranch } from "../interfaces/may-read.ts";
import { privateScope } from "../tokens/verify-token.ts";
import { SECRET } from "./interfaces.ts";

/** The validators that a reader sends. */
export interface Conditions {
  readonly "If-None-Match"?: string | undefined;
  readonly "If-Modified-Since"?: string | undefined;
}

interface FeedRequest {
  readonly path: { readonly interface: string };
  readonly query?: FeedSelection & { readonly key?: string | undefined };
  readonly headers?: Conditions;
}

/** Returns the RSS feed. */
export function getChangelogRss(services: HttpServices): Handlers["getChangelogRss"] {
  return async (request, context) => {
    const answer = await answerFeed(services, "rss", request, context);
    return answer.status === 304 ? answer : { ...answer, body: Buffer.from(answer.body) };
  };
}

/** Returns the Atom feed. */
export function getChangelogAtom(services: HttpServices): Handlers["getChangelogAtom"] {
  return async (request, context) => {
    const answer = await answerFeed(services, "atom", request, context);
    return answer.status === 304 ? answer : { ...answer, body: Buffer.from(answer.body) };
  };
}

export function getChangelogJsonFeed(services: HttpServices): Handlers["getChangelogJsonFeed"] {
  return async (request, context) => {
    const answer = await answerFeed(services, "json", request, context);
    if (answer.status === 304) return answer;
    // The server checks the body against its schema, as for all responses.
    const body: JsonFeed = JSON.parse(answer.body);
    return { ...answer, body };
  };
}

async function answerFeed(
  services: HttpServices,
  format: FeedFormat,
  request: FeedRequest,
  context: Context,
) {
  const { path, query = {}, headers = {} } = request;
  const { key, ...selection } = query;
  const { branch = "main" } = selection;
  const { interfaces, feedKeys } = services.storage.committed;
  const owner = await interfaces.byName(path.interface);
  if (owner === undefined) throw new ProblemError(404, "not_found");
  const isPrivate = isPrivateBranch(owner, branch);
  const isOpen = mayReadBranch(owner, branch, privateScope(context.principal));
  const isLink = isPrivate && key !== undefined && (await isFeedKey(feedKeys, owner, branch, key));
  const read = isOpen || isLink ? await readFeed(services, owner, selection) : undefined;
  if (read === undefined) throw new ProblemError(404, "not_found");
  const { feed, modifiedAt } = read;
  // If a reader requested the feed by a secret link, the feed contains this link, because some
  // readers use the address in the feed for later requests.
  const self = { ...selection, ...(isLink && { key }) };
  const text = feedWriters[format](feed, feedUrl(services, owner.name, format, self));
  const validators = feedValidators(text, modifiedAt, isPrivate ? SECRET : POLLED);
  if (isKnown(headers, validators)) return { status: 304, headers: validators } as const;
  const contentType = feedContentType(format);
  return { status: 200, contentType, headers: validators, body: text } as const;
}

/** The validators of a response. */
export interface ValidatorHeaders {
  readonly ETag: string;
  readonly "Last-Modified"?: string;
  readonly "Cache-Control": string;
}

/** Returns the validators of a response. */
export function feedValidators(
  content: unknown,
  modifiedAt: number | undefined,
  caching: string,
): ValidatorHeaders {
  return {
    ETag: entityTag(content),
    ...(modifiedAt === undefined ? {} : { "Last-Modified": new Date(modifiedAt).toUTCString() }),
    "Cache-Control": caching,
  };
}

/** Reports whether a reader has the current content. */
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
