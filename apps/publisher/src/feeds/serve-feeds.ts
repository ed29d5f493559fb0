// Serves the linked feeds from memory, because readers poll all day and feeds rarely change.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { FeedFormat } from "@specwright/diff/changelog";
import { type Answered, requestIdOf } from "@specwright/rest/server";
import { type FinishedPage, finishPage } from "../delivery/finished-page.ts";
import type { PageCache } from "../delivery/page-cache.ts";
import type { Revisions } from "../delivery/revisions.ts";
import { sendPage } from "../delivery/send-page.ts";
import type { HttpServices } from "../http-services.ts";
import { mayReadBranch } from "../interfaces/may-read.ts";
import { type FeedRoute, feedRoutes } from "./feed-route.ts";
import { feedContentType, feedWriters, POLLED } from "./feed-writers.ts";
import { feedUrl, readFeed } from "./read-feed.ts";

/** Options for `feedAnswerer`. */
export interface FeedAnswererOptions {
  readonly cache: PageCache;
  readonly revisions: Revisions;
  readonly onAnswer?: ((answered: Answered) => void) | undefined;
}

const operations: Readonly<Record<FeedFormat, string>> = {
  rss: "getChangelogRss",
  atom: "getChangelogAtom",
  json: "getChangelogJsonFeed",
};

/**
 * Returns a function that serves a request for a linked public feed and returns true. For other
 * requests, the function returns false. If the feed is private or cannot be created, the function
 * calls `others`, which sends the response.
 */
export function feedAnswerer(
  services: HttpServices,
  { cache, revisions, onAnswer }: FeedAnswererOptions,
): (request: IncomingMessage, response: ServerResponse, others: () => void) => boolean {
  const { clock, logger, addresses, storage } = services;
  const routeOf = feedRoutes(addresses.prefix);

  async function makeFeed(route: FeedRoute, url: string): Promise<FinishedPage | undefined> {
    const revision = await revisions.of(route.name);
    const known = cache.get(url, revision);
    if (known !== undefined) return known;
    const owner = await storage.committed.interfaces.byName(route.name);
    // Private feeds require a token or a secret, which only the API checks.
    if (owner === undefined || !mayReadBranch(owner, "main", "none")) return undefined;
    const { format, name, selection } = route;
    const read = await readFeed(services, owner, selection);
    if (read === undefined) return undefined;
    const { feed, modifiedAt } = read;
    const content = feedWriters[format](feed, feedUrl(services, name, format, selection));
    const page = finishPage({
      type: feedContentType(format),
      content,
      modifiedAt,
      caching: POLLED,
    });
    cache.set(url, revision, page);
    return page;
  }

  function sendFeed(
    request: IncomingMessage,
    response: ServerResponse,
    {
      route,
      page,
      startedAt,
    }: {
      readonly route: FeedRoute;
      readonly page: FinishedPage;
      readonly startedAt: number;
    },
  ): void {
    const requestId = requestIdOf(request);
    sendPage(request, response, page, { "X-Request-Id": requestId });
    const ms = clock.elapsed() - startedAt;
    const operation = operations[route.format];
    const answered = { operation, method: request.method ?? "", status: response.statusCode };
    logger.info({ reqId: requestId, ...answered, ms: Math.round(ms) }, "answered");
    onAnswer?.({ ...answered, ms });
  }

  return (request, response, others) => {
    const { url = "" } = request;
    const route = routeOf(url);
    // The API serves callers with credentials, because it counts their requests and adds headers
    // for their scheme.
    if (route === undefined || request.headers.authorization !== undefined) return false;
    const startedAt = clock.elapsed();
    const revision = revisions.known(route.name);
    const known = revision === undefined ? undefined : cache.get(url, revision);
    if (known !== undefined) sendFeed(request, response, { route, page: known, startedAt });
    else {
      makeFeed(route, url).then(
        (page) =>
          page === undefined ? others() : sendFeed(request, response, { route, page, startedAt }),
        others,
      );
    }
    return true;
  };
}
