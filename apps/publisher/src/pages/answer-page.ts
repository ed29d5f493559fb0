// Returns the response for the path of a page: the page with its frame, its Markdown, or a file.

import { framePage, searchScript, siteAssets } from "@specwright/site";
import type { PageContent } from "../delivery/finished-page.ts";
import { interfaceFeedFile, siteFeedFile } from "../feeds/site-feeds.ts";
import { unpackBytes } from "../files/pack-file.ts";
import type { HttpServices } from "../http-services.ts";
import type { PrivateScope } from "../storage/private-scope.ts";
import type { PublishedVersion } from "../storage/version.ts";
import { showInterfacePage, showVersionPage } from "./interface-pages.ts";
import { interfaceTexts } from "./interface-texts.ts";
import { numberedPath } from "./named-versions.ts";
import type { PageAnswer } from "./page-answer.ts";
import { pageRoute } from "./page-route.ts";
import { readInterface } from "./read-interface.ts";
import type { ShownPage } from "./shown-page.ts";
import { showGone, showMissing, showSitePage, siteText } from "./site-pages.ts";

export interface PageRequest {
  readonly pathname: string;
  readonly query: URLSearchParams;
  /** The private interfaces and branches that the reader may read. */
  readonly scope: PrivateScope;
}

const HTML = "text/html; charset=utf-8";
const MARKDOWN = "text/markdown; charset=utf-8";

/**
 * The search script belongs to static sites. It is included for pages of a former static site that
 * browsers have cached.
 */
const ownAssets = [...siteAssets(), searchScript];

/**
 * Returns the response to a request for a page. For an unknown path, this is the page "not found".
 */
export async function answerPage(
  services: HttpServices,
  request: PageRequest,
): Promise<PageAnswer> {
  const route = pageRoute(request.pathname);
  const found = route && (await answerRoute(services, route, request));
  return found ?? contentAnswer(frameAsHtml(await showMissing(services, request.pathname), 404));
}

async function answerRoute(
  services: HttpServices,
  route: NonNullable<ReturnType<typeof pageRoute>>,
  request: PageRequest,
): Promise<PageAnswer | undefined> {
  const { scope } = request;
  switch (route.kind) {
    case "redirect":
      return route;
    case "asset": {
      const asset = readAsset(route.name, services);
      return asset && contentAnswer(asset);
    }
    case "site": {
      const text = await siteText(services, route.path, scope);
      const file = text ?? (await siteFeedFile(services, route.path));
      if (file !== undefined) return contentAnswer(file);
      return inFormat(route.path, (path) => showSitePage(services, path, scope));
    }
    default:
      return await answerInterface(services, route, request);
  }
}

async function answerInterface(
  services: HttpServices,
  route: Extract<
    ReturnType<typeof pageRoute>,
    { readonly kind: "interface" | "version" | "document" }
  >,
  { pathname, query, scope }: PageRequest,
): Promise<PageAnswer | undefined> {
  const view = await readInterface(services, route.name, scope);
  if (view === undefined) return undefined;
  const gone = (reason: string | null) =>
    contentAnswer(frameAsHtml(showGone(services, pathname, reason), 410));
  if (view.isWithdrawn) {
    const feed =
      route.kind === "interface" &&
      (await interfaceFeedFile(services, { name: route.name, scope }, route.path));
    return feed ? contentAnswer(feed) : gone(null);
  }
  if (route.kind === "interface") {
    const text = await interfaceTexts(services, view, { path: route.path, query });
    if (text !== undefined) return text;
    const feed = await interfaceFeedFile(services, { name: route.name, scope }, route.path);
    if (feed !== undefined) return contentAnswer(feed);
    const numbered = numberedPath(route.path, view.versions);
    if (numbered !== undefined) return temporaryRedirect(`/${route.name}/${numbered}`);
    return inFormat(route.path, (path) => showInterfacePage(services, view, { path, query }));
  }
  const version = view.versions.find(({ number }) => number === route.number);
  if (version === undefined) {
    const former = await services.storage.committed.versions.byNumber(route.name, route.number);
    if (former?.state !== "withdrawn") return undefined;
    return view.isOpen || view.isPublic(former.branch) ? gone(former.reason) : undefined;
  }
  if (route.kind === "document") {
    const file = await readDocumentFile(services, version, route.file);
    return file && contentAnswer(file);
  }
  return inFormat(route.path, (path) => showVersionPage(services, view, { version, path }));
}

/** Returns a page as HTML, or as Markdown if its path ends with `.md`. */
async function inFormat(
  path: string,
  show: (path: string) => Promise<ShownPage | undefined>,
): Promise<PageAnswer | undefined> {
  const isMarkdown = path.endsWith(".md");
  if (!isMarkdown && !path.endsWith(".html")) return undefined;
  const shown = await show(isMarkdown ? path.replace(/\.md$/, ".html") : path);
  if (shown === undefined) return undefined;
  if (!isMarkdown) return contentAnswer(frameAsHtml(shown, shown.status ?? 200));
  const markdown = await shown.markdown();
  const { modifiedAt, status = 200, headers = {} } = shown;
  return contentAnswer({ type: MARKDOWN, content: markdown, status, modifiedAt, headers });
}

function frameAsHtml(
  shown: Pick<ShownPage, "page" | "frame" | "modifiedAt" | "headers">,
  status: number,
) {
  const { page, frame, modifiedAt, headers = {} } = shown;
  return { type: HTML, content: framePage(page, frame), status, modifiedAt, headers };
}

/** Returns a redirect. It is temporary, because a later version may get the same name. */
function temporaryRedirect(path: string): PageAnswer {
  const to = path.split("/").map(encodeURIComponent).join("/");
  return { kind: "redirect", to, isTemporary: true };
}

function contentAnswer(made: PageContent): PageAnswer {
  return { kind: "content", content: made };
}

/** Returns a file that pages load. */
function readAsset(
  name: string,
  { brand, consoles }: Pick<HttpServices, "brand" | "consoles">,
): PageContent | undefined {
  const isNamed = (each: { readonly name: string }): boolean => each.name === name;
  // A file with different content has a different name, so caches may keep it forever.
  const caching = "public, max-age=31536000, immutable";
  const text = ownAssets.find(isNamed) ?? consoles?.files.find(isNamed);
  if (text !== undefined) return { type: text.type, content: text.text, caching };
  const file = brand?.files.find(isNamed);
  // A browser that opens an SVG image directly shows it as a document, which must not run scripts.
  const headers = { "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'" };
  return file && { type: file.type, content: file.bytes, caching, headers };
}

/** Reads a file of a version for download. */
async function readDocumentFile(
  { storage }: HttpServices,
  version: PublishedVersion,
  path: string,
): Promise<PageContent | undefined> {
  const files = await storage.committed.files.ofOwner(version.id);
  const file = files.find((each) => each.path === path);
  const packed = file && (await storage.committed.files.packed(file.sha256));
  if (packed === undefined) return undefined;
  const name = path.slice(path.lastIndexOf("/") + 1);
  return {
    type: path.endsWith(".json") ? "application/json" : "application/yaml",
    content: await unpackBytes(packed),
    modifiedAt: version.publishedAt,
    headers: { "Content-Disposition": `attachment; filename="${name}"` },
  };
}
