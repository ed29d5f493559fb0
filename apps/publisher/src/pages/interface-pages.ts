// The pages of an interface, which are about all versions or about one version.

import type { Release } from "@specwright/diff/changelog";
import { changelogPages, type SitePage, versionFrame, versionsPage } from "@specwright/site";
import { readReleases } from "../feeds/read-releases.ts";
import type { HttpServices } from "../http-services.ts";
import { SUBSCRIBE } from "../mail/subscription-links.ts";
import { readFraming } from "../present/read-framing.ts";
import type { PublishedVersion } from "../storage/version.ts";
import { showChanges } from "./change-pages.ts";
import { showComparison } from "./comparison-pages.ts";
import { branchFeedLinks } from "./feed-links.ts";
import { inInterface } from "./in-interface.ts";
import { framedInterface, type InterfaceView } from "./read-interface.ts";
import { showSearch } from "./search-pages.ts";
import type { ShownPage } from "./shown-page.ts";
import { storedPage } from "./stored-page.ts";
import { subscribePage } from "./subscription-pages.ts";
import { totalsOf } from "./totals-of.ts";
import { unpublishedPage } from "./unpublished-page.ts";

export interface InterfacePageRequest {
  /** The path of the page, relative to the folder of the interface. It ends with `.html`. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Shows a page about all versions, or a page of the newest version. */
export async function showInterfacePage(
  services: HttpServices,
  view: InterfaceView,
  { path, query }: InterfacePageRequest,
): Promise<ShownPage | undefined> {
  if (path === "search.html") return await showSearch(services, view, query.get("q"));
  if (path.startsWith("compare/")) return await showComparison(services, view, path);
  const listed = await listPage(services, view, path);
  if (listed !== undefined) return await inInterface(services, view, { page: listed });
  if (view.newest === undefined) return undefined;
  const stored = await storedPage(services, view.newest, path);
  return stored && (await inInterface(services, view, stored));
}

/** Returns a page about all versions. The interface need not have versions. */
async function listPage(
  services: HttpServices,
  view: InterfaceView,
  path: string,
): Promise<SitePage | undefined> {
  if (path === "index.html" && view.versions.length === 0) {
    const { name, owner } = view;
    return unpublishedPage({ name, title: owner.title }, services.addresses.pages());
  }
  if (path === "versions.html") {
    const releases = view.releases.toSorted((one, other) => Number(one.key) - Number(other.key));
    return versionsPage(view.owner, releases, {
      totalsOf: totalsOf(view.versions),
      isCompared: () => true,
      compareAction: "compare",
      documentPath: ({ key }) => {
        const version = view.versions.find(({ number }) => `${number}` === key);
        return version && `versions/${version.number}/document/${version.path}`;
      },
      feeds: (branch) =>
        view.isPublic(branch) ? branchFeedLinks(services, view.name, branch) : [],
    });
  }
  if (path === SUBSCRIBE) {
    const isOffered = services.mail !== undefined && view.isPublic("main");
    return isOffered ? subscribePage(view.owner.title) : undefined;
  }
  if (!/^changes(?:-[a-z0-9]+)*\.html$/.test(path)) return undefined;
  const main = view.versions.filter(({ branch }) => branch === "main");
  const releases = await withChanges(services, view, main);
  for (const page of changelogPages(view.owner, releases)) {
    if (page.path === path) return page;
  }
  return undefined;
}

/** Converts versions to releases with their changes, oldest first. */
async function withChanges(
  services: HttpServices,
  { name }: InterfaceView,
  versions: readonly PublishedVersion[],
): Promise<readonly Release[]> {
  const found = await services.storage.committed.interfaces.byName(name);
  const newestFirst = versions.toSorted((one, other) => other.number - one.number);
  return found === undefined ? [] : await readReleases(services, found, newestFirst);
}

export async function showVersionPage(
  services: HttpServices,
  view: InterfaceView,
  { version, path }: { readonly version: PublishedVersion; readonly path: string },
): Promise<ShownPage | undefined> {
  const stored = await (/^changes(?:-\d+)?\.html$|^changes\//.test(path)
    ? showChanges(services, view, { version, path })
    : storedPage(services, version, path));
  const release = view.releases[view.versions.indexOf(version)];
  if (stored === undefined || release === undefined) return undefined;
  const { page, markdown = async () => page.markdown } = stored;
  const framed = await framedInterface(services, view, { version, path });
  const framing = await readFraming(services.storage.committed.pages, version);
  const frame = versionFrame(page, release, framed, framing?.navigation ?? []);
  return { page, frame, markdown, modifiedAt: view.modifiedAt };
}
