// Serves feeds at the same addresses as a static site, so that an operator can replace the site by
// this service and keep its readers. These addresses do not redirect: some readers do not follow
// redirects, and others would send two requests each time. Each feed contains the address at which
// it is served.

import { changelogFeed, type FeedFormat, feedViews, latestJson } from "@specwright/diff/changelog";
import { pathSegment } from "@specwright/diff/changelog/text";
import type { PageContent } from "../delivery/finished-page.ts";
import { changesUrl, interfaceUrl } from "../http/addresses.ts";
import type { HttpServices } from "../http-services.ts";
import { mayReadBranch } from "../interfaces/may-read.ts";
import { readFraming } from "../present/read-framing.ts";
import type { PublishedInterface } from "../storage/interface-repository.ts";
import type { PrivateScope } from "../storage/private-scope.ts";
import { feedContentType, feedWriters, POLLED } from "./feed-writers.ts";
import {
  createFeed,
  lastChange,
  MAX_ENTRIES,
  type ReadFeed,
  readFeed,
  selectedClasses,
} from "./read-feed.ts";
import { inOrder, readReleases, withdrawnReleases } from "./read-releases.ts";

const classOf = { all: undefined, breaking: "breaking", deprecations: "deprecation" } as const;

/** Returns the feed at a path below the folder of an interface; undefined for other paths. */
export async function interfaceFeedFile(
  services: HttpServices,
  { name, scope }: { readonly name: string; readonly scope: PrivateScope },
  path: string,
): Promise<PageContent | undefined> {
  const [, file = "", extension] = /^([\w.~/-]{1,400})\.(rss|atom|json)$/.exec(path) ?? [];
  const format = formatOf(extension);
  if (format === undefined) return undefined;
  const view = feedViews.find((each) => each.name === file);
  const isLatest = path === "latest.json";
  if (view === undefined && !isLatest && !file.startsWith("tags/")) return undefined;
  const owner = await services.storage.committed.interfaces.byName(name);
  if (owner === undefined || !mayReadBranch(owner, "main", scope)) return undefined;
  if (isLatest) return await latestFile(services, owner);
  const read =
    view === undefined
      ? await tagFeed(services, owner, file.slice("tags/".length))
      : await readFeed(services, owner, { class: classOf[view.show] });
  return read && writeFeed(read, format, `${interfaceUrl(services.addresses, name)}${path}`);
}

/** Returns the feed of all interfaces at a path below the root. It is the same for all readers. */
export async function siteFeedFile(
  services: HttpServices,
  path: string,
): Promise<PageContent | undefined> {
  const [, file, extension] = /^([a-z-]{1,40})\.(rss|atom|json)$/.exec(path) ?? [];
  const format = formatOf(extension);
  const view = feedViews.find(({ name }) => name === file);
  if (format === undefined || view === undefined) return undefined;
  const { addresses, storage, authority, title } = services;
  const selected = classOf[view.show];
  const wanted = { branch: "main", limit: MAX_ENTRIES, isPublic: true };
  const versions = await storage.committed.versions.list({
    ...wanted,
    ...(selected === undefined ? {} : { classes: selectedClasses[selected] }),
  });
  const withdrawn = await storage.committed.versions.withdrawn(wanted);
  const byInterface = Map.groupBy([...versions, ...withdrawn], (version) => version.interface);
  const releases = await Promise.all(
    [...byInterface].map(async ([name, own]) => {
      const owner = await storage.committed.interfaces.byName(name);
      if (owner === undefined) return [];
      const published = own.filter((version) => version.state === "published");
      const former = own.filter((version) => version.state === "withdrawn");
      return inOrder([
        ...(await readReleases(services, owner, published)),
        ...withdrawnReleases(services, owner, former),
      ]);
    }),
  );
  const root = addresses.pages();
  const feed = changelogFeed(releases.flat(), {
    title: view.show === "all" ? title : `${title}: ${view.title}`,
    siteUrl: `${root}/index.html`,
    releaseUrl: (release) => changesUrl(addresses, release.interface.id, Number(release.key)),
    ...{ authority, author: title, maxEntries: MAX_ENTRIES, filter: { show: view.show } },
  });
  return writeFeed(
    { feed, modifiedAt: lastChange([...versions, ...withdrawn]) },
    format,
    `${root}/${path}`,
  );
}

function formatOf(extension: string | undefined): FeedFormat | undefined {
  return extension === "rss" || extension === "atom" || extension === "json"
    ? extension
    : undefined;
}

function writeFeed({ feed, modifiedAt }: ReadFeed, format: FeedFormat, url: string): PageContent {
  const content = feedWriters[format](feed, url);
  return { type: feedContentType(format), content, modifiedAt, caching: POLLED };
}

/** Reads the feed of a tag; undefined if no change of the newest versions affects the tag. */
async function tagFeed(
  services: HttpServices,
  owner: PublishedInterface,
  segment: string,
): Promise<ReadFeed | undefined> {
  const { versions: stored, pages } = services.storage.committed;
  const selected = { interface: owner.name, branch: "main", limit: MAX_ENTRIES };
  const versions = await stored.list(selected);
  const framings = await Promise.all(versions.map((version) => readFraming(pages, version)));
  const tags = framings.flatMap((each) => Object.values(each?.operationTags ?? {}).flat());
  const tag = tags.find((each) => pathSegment(each) === segment);
  if (tag === undefined) return undefined;
  const read = await createFeed(services, owner, { versions, selection: {}, tag });
  return read.feed.entries.length === 0 ? undefined : read;
}

/** Returns `latest.json`, which names the newest version for scripts. */
async function latestFile(
  services: HttpServices,
  owner: PublishedInterface,
): Promise<PageContent | undefined> {
  const newest = await services.storage.committed.versions.newest(owner.name, "main");
  const releases = newest === undefined ? [] : await readReleases(services, owner, [newest]);
  const content = latestJson(releases, owner.name, {
    releaseUrl: ({ key }) => changesUrl(services.addresses, owner.name, Number(key)),
  });
  if (newest === undefined || content === undefined) return undefined;
  const modifiedAt = lastChange([newest]);
  return { type: "application/json", content, modifiedAt, caching: POLLED };
}
