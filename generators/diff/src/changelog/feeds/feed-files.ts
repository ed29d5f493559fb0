import type { PublishedInterface, Release } from "../releases/release.ts";
import { affectedTags, type ChangeFilter } from "../releases/select-changes.ts";
import { pathSegment } from "../text/path-segment.ts";
import { addressBelow } from "../text/web-address.ts";
import { atomFeed } from "./atom-feed.ts";
import { type FeedFormat, feedTypes } from "./autodiscovery-links.ts";
import { changelogFeed } from "./changelog-feed.ts";
import type { FeedOptions } from "./feed-options.ts";
import { jsonFeed } from "./json-feed.ts";
import { latestJson } from "./latest-json.ts";
import { rssFeed } from "./rss-feed.ts";

/** Options of {@link feedFiles}. */
export interface FeedFilesOptions
  extends Pick<FeedOptions, "authority" | "releaseUrl" | "changeUrl" | "language" | "author"> {
  /** The title of the feeds of all interfaces. */
  readonly title: string;
  /** The URL at which the files are served. */
  readonly baseUrl: string;
}

/** A file with a feed, or `latest.json`. */
export interface FeedFile {
  /** The path below the folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** The kinds of changes that have separate feeds, with the titles and file names of the feeds. */
export const feedViews = [
  { show: "all", name: "changes", title: "all changes" },
  { show: "breaking", name: "changes-breaking", title: "breaking changes" },
  { show: "deprecations", name: "changes-deprecations", title: "deprecations" },
] as const;

export const feedFormats = Object.keys(feedTypes) as readonly FeedFormat[];

interface FeedScope {
  readonly title: string;
  /** The path of the feeds without the file extension. */
  readonly path: string;
  /** The path of the page with the same changes, if the site has pages. */
  readonly page: string;
  /** The home page of the interface or interfaces in the feed. Used if the site has no pages. */
  readonly home: string;
  readonly filter: ChangeFilter;
}

/**
 * Returns feeds as static files, each as RSS, Atom and JSON Feed. All interfaces together have three feeds:
 * all changes, breaking changes and deprecations. Each interface has the same three feeds, a feed of all
 * changes for each tag, and a `latest.json`. Without `releaseUrl`, entries link to the home pages of
 * interfaces. The releases of each interface must be in order of publication, the oldest first.
 *
 * @throws {ChangelogError} `duplicate_version`, `invalid_date`, `invalid_url`, `invalid_authority`.
 */
export function feedFiles(
  releases: readonly Release[],
  options: FeedFilesOptions,
): readonly FeedFile[] {
  // An interface gets the title and URL of its latest release.
  const owners = new Map(releases.map((each) => [each.interface.id, each.interface]));
  const ofAll = feedViews.map(({ show, name, title }) => ({
    title: show === "all" ? options.title : `${options.title}: ${title}`,
    path: name,
    page: "index.html",
    home: sharedHomePage([...owners.values()], options),
    filter: { show },
  }));
  return [
    ...ofAll.flatMap((scope) => scopeFiles(releases, scope, options)),
    ...[...owners.values()].flatMap((owner) => {
      const own = releases.filter((each) => each.interface.id === owner.id);
      return interfaceFiles(own, owner, options);
    }),
  ];
}

function interfaceFiles(
  releases: readonly Release[],
  owner: PublishedInterface,
  options: FeedFilesOptions,
): readonly FeedFile[] {
  const folder = `${pathSegment(owner.id)}/`;
  const tags = new Set(
    releases.flatMap((release) =>
      release.changes.flatMap((each) => [...affectedTags(release, each)]),
    ),
  );
  const scopes: readonly FeedScope[] = [
    ...feedViews.map(({ show, name, title }) => ({
      title: show === "all" ? owner.title : `${owner.title}: ${title}`,
      path: `${folder}${name}`,
      page: `${folder}${name}.html`,
      home: owner.url,
      filter: { show, interface: owner.id },
    })),
    ...[...tags].sort().map((tag) => ({
      title: `${owner.title}: ${tag}`,
      path: `${folder}tags/${pathSegment(tag)}`,
      page: `${folder}changes.html`,
      home: owner.url,
      filter: { interface: owner.id, tag },
    })),
  ];
  const latest = latestJson(releases, owner.id, options) ?? "";
  return [
    ...scopes.flatMap((scope) => scopeFiles(releases, scope, options)),
    { path: `${folder}latest.json`, text: latest },
  ];
}

/** Returns the home page if all interfaces have the same one, or else the URL of the feeds. */
function sharedHomePage(
  owners: readonly PublishedInterface[],
  { baseUrl }: FeedFilesOptions,
): string {
  const [home = baseUrl, ...others] = new Set(owners.map(({ url }) => url));
  return others.length === 0 ? home : baseUrl;
}

function scopeFiles(
  releases: readonly Release[],
  { title, path, page, home, filter }: FeedScope,
  { baseUrl, ...options }: FeedFilesOptions,
): readonly FeedFile[] {
  const siteUrl = options.releaseUrl === undefined ? home : addressBelow(baseUrl, page);
  const feed = changelogFeed(releases, { ...options, title, siteUrl, filter });
  const writers = { rss: rssFeed, atom: atomFeed, json: jsonFeed };
  return feedFormats.map((format) => ({
    path: `${path}.${format}`,
    text: writers[format](feed, addressBelow(baseUrl, `${path}.${format}`)),
  }));
}
