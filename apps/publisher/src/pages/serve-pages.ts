// Serves pages and feeds on the port of the API. The framework of the API is bypassed, because most
// pages come from memory.

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Answered } from "@specwright/rest/server";
import { UnavailableError } from "@specwright/runtime";
import { type FinishedPage, finishPage } from "../delivery/finished-page.ts";
import { type PageCache, pageCache } from "../delivery/page-cache.ts";
import { type Revisions, watchRevisions } from "../delivery/revisions.ts";
import { sendPage } from "../delivery/send-page.ts";
import { feedAnswerer } from "../feeds/serve-feeds.ts";
import { rootPath } from "../http/addresses.ts";
import type { HttpServices } from "../http-services.ts";
import type { PrivateScope } from "../storage/private-scope.ts";
import { privateScope } from "../tokens/verify-token.ts";
import { answerPage } from "./answer-page.ts";
import { pagePolicy } from "./page-policy.ts";
import { hasCredentials, readCaller } from "./reader.ts";
import { isSubscriptionLink } from "./serve-subscriptions.ts";
import { isSignIn, signIn } from "./sign-in.ts";

/** Options for `servePages`. */
export interface PageOptions {
  /** The maximum size of cached pages, in bytes. */
  readonly cacheBytes: number;
  readonly onAnswer?: (answered: Answered) => void;
}

/**
 * Makes a server serve pages. All other requests go to the listener that the server had before.
 */
export function servePages(server: Server, services: HttpServices, options: PageOptions): void {
  const others = server.listeners("request");
  const isApi = apiPaths(services.addresses.prefix);
  const cache = pageCache(options.cacheBytes);
  const revisions = watchRevisions(services);
  const answer = pageAnswerer(services, { ...options, cache, revisions });
  const answerFeed = feedAnswerer(services, { ...options, cache, revisions });
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    const { method = "", url = "" } = request;
    const callOthers = (): void => {
      // After an API call, pages and feeds must show its result immediately.
      response.once("finish", revisions.forget);
      for (const listener of others) Reflect.apply(listener, server, [request, response]);
    };
    const isRead = method === "GET" || method === "HEAD";
    if (isSignIn(request)) {
      signIn(services, request, response).catch((error: unknown) => {
        if (!(error instanceof UnavailableError))
          services.logger.error({ err: error }, "sign-in failed");
        sendPage(request, response, failurePage(error));
      });
    } else if (isSubscriptionLink(url)) callOthers();
    else if (isRead && url.startsWith("/") && !isApi(url)) answer(request, response);
    else if (!isRead || !answerFeed(request, response, callOthers)) callOthers();
  });
}

function apiPaths(prefix: string): (url: string) => boolean {
  return (url) => url.startsWith(`${prefix}/`) || url === prefix || url.startsWith(`${prefix}?`);
}

/** Returns the function that answers a request for a page. */
function pageAnswerer(
  services: HttpServices,
  options: PageOptions & { readonly cache: PageCache; readonly revisions: Revisions },
): (request: IncomingMessage, response: ServerResponse) => void {
  const { logger, clock } = services;
  const { cache, revisions } = options;
  const policy = pagePolicy();

  /** Creates a page, or returns it from the cache. The cache contains only public pages. */
  async function makePage(url: string, scope: PrivateScope): Promise<FinishedPage> {
    const { pathname, searchParams: query } = new URL(url, "http://localhost");
    const revision = await revisions.of(pageInterface(pathname));
    const known = scope === "none" ? cache.get(url, revision) : undefined;
    if (known !== undefined) return known;
    const found = await answerPage(services, { pathname, query, scope });
    if (found.kind === "redirect") {
      return redirectPage(rootPath(services.addresses) + found.to, found.isTemporary === true);
    }
    const { content } = found;
    const isHtml = content.type.startsWith("text/html");
    const headers = isHtml
      ? { "Content-Security-Policy": policy, ...content.headers }
      : (content.headers ?? {});
    if (scope !== "none") return finishPage({ ...content, headers, caching: "private, no-store" });
    const page = finishPage({ ...content, headers });
    if (page.status === 200 && mayBeStored(page)) cache.set(url, revision, page);
    return page;
  }

  return (request, response) => {
    const startedAt = clock.elapsed();
    const { url = "", method = "" } = request;
    if (options.onAnswer !== undefined) {
      response.once("finish", () => {
        const ms = clock.elapsed() - startedAt;
        options.onAnswer?.({ operation: "page", method, status: response.statusCode, ms });
      });
    }
    const path = url.split("?", 1)[0] ?? "";
    const isIdentified = hasCredentials(request);
    const revision = isIdentified ? undefined : revisions.known(pageInterface(path));
    const known = revision === undefined ? undefined : cache.get(url, revision);
    if (known !== undefined) {
      sendPage(request, response, known);
      return;
    }
    const reader = isIdentified
      ? readCaller(request, services.storage.committed.tokens)
      : Promise.resolve(undefined);
    const made = reader.then((caller) => makePage(url, privateScope(caller)));
    made.then(
      (page) => sendPage(request, response, page),
      (error: unknown) => {
        if (!(error instanceof UnavailableError)) logger.error({ err: error }, "page failed");
        sendPage(request, response, failurePage(error));
      },
    );
  };
}

/** Returns the interface that a page depends on; undefined if it depends on all interfaces. */
function pageInterface(path: string): string | undefined {
  const [, first = "", ...rest] = path.split("/");
  return rest.length === 0 ? undefined : first;
}

function mayBeStored({ headers }: FinishedPage): boolean {
  return headers["Cache-Control"]?.includes("no-store") !== true;
}

function redirectPage(to: string, isTemporary: boolean): FinishedPage {
  return finishPage({
    status: isTemporary ? 303 : 308,
    type: "text/plain; charset=utf-8",
    content: `${to}\n`,
    headers: { Location: to },
  });
}

function failurePage(error: unknown): FinishedPage {
  const isUnavailable = error instanceof UnavailableError;
  return finishPage({
    status: isUnavailable ? 503 : 500,
    type: "text/plain; charset=utf-8",
    content: isUnavailable ? "The service is unavailable. Try again soon.\n" : "The page failed.\n",
    caching: "no-store",
    headers: isUnavailable ? { "Retry-After": `${error.retryAfterSec}` } : {},
  });
}
