import { atomFeed } from "../feeds/atom-feed.ts";
import { changelogFeed } from "../feeds/changelog-feed.ts";
import { jsonFeed } from "../feeds/json-feed.ts";
import { latestJson } from "../feeds/latest-json.ts";
import { rssFeed } from "../feeds/rss-feed.ts";
import { releaseMarkdown } from "../notes/release-markdown.ts";
import { orderReleases } from "../releases/order-releases.ts";
import type { PublishedInterface, Release } from "../releases/release.ts";
import { type ChangeFilter, selectChanges, tagsOf } from "../releases/select-changes.ts";
import { addressBelow } from "../text/web-address.ts";
import { indexMarkdown } from "./index-markdown.ts";
import { indexPage } from "./index-page.ts";
import { releasePage } from "./release-page.ts";
import {
  feedFormats,
  type SiteFile,
  type SiteOptions,
  type SiteScope,
  scopeOf,
  siteViews,
  viewTitle,
} from "./site-options.ts";
import { interfaceFolder, releasePath, tagPath } from "./site-paths.ts";

/**
 * Returns the files of a site of releases that any host can serve: pages in HTML and Markdown, feeds
 * for all changes, for breaking ones and for deprecations, of all interfaces and of each, feeds for
 * each tag, and `latest.json`. Releases of each interface are given in the order in which they were
 * released, the oldest first.
 *
 * @throws {ChangelogError} `duplicate_version`, `invalid_date`, `invalid_url`, `invalid_authority`.
 */
export function changelogSite(
  releases: readonly Release[],
  options: SiteOptions,
): readonly SiteFile[] {
  // The latest release has the newest words about its interface.
  const owners = new Map(releases.map((each) => [each.interface.id, each.interface]));
  const interfaces = [...owners.values()];
  return [
    ...scopeFiles(releases, { ...scopeOf(options), parts: interfaces }, options),
    ...interfaces.flatMap((owner) => interfaceFiles(releases, owner, options)),
  ];
}

/** Returns the pages and feeds of all interfaces, or of one. */
function scopeFiles(
  releases: readonly Release[],
  scope: SiteScope,
  options: SiteOptions,
): readonly SiteFile[] {
  const placed = orderReleases(releases);
  return siteViews.flatMap((view) => {
    const filter: ChangeFilter = {
      show: view.show,
      ...(scope.owner !== undefined && { interface: scope.owner.id }),
    };
    const listed = placed.flatMap((each) => {
      const changes = selectChanges(each.release, filter);
      return changes === undefined ? [] : [{ placed: each, changes }];
    });
    const page = `${scope.folder}${view.page}.html`;
    return [
      { path: page, text: indexPage(scope, view, listed, options) },
      ...(view.show === "all"
        ? [
            {
              path: `${scope.folder}index.md`,
              text: indexMarkdown(viewTitle(scope, view), listed, options),
            },
          ]
        : []),
      ...feedFiles(releases, `${scope.folder}${view.show}`, {
        title: viewTitle(scope, view),
        siteUrl: addressBelow(options.baseUrl, page),
        filter,
        options,
      }),
    ];
  });
}

/** Returns the files of an interface: those about all of its releases, and those of each. */
function interfaceFiles(
  releases: readonly Release[],
  owner: PublishedInterface,
  options: SiteOptions,
): readonly SiteFile[] {
  const own = releases.filter((each) => each.interface.id === owner.id);
  const placed = orderReleases(own);
  const latest = latestJson(own, owner.id, { releaseUrl: releaseUrlOf(options) }) ?? "";
  const tags = new Set(
    own.flatMap((release) => release.changes.flatMap((each) => [...tagsOf(release, each)])),
  );
  return [
    ...scopeFiles(own, scopeOf(options, owner), options),
    { path: `${interfaceFolder(owner.id)}latest.json`, text: latest },
    ...[...tags].sort().flatMap((tag) =>
      feedFiles(own, tagPath(owner.id, tag), {
        title: `${owner.title}: ${tag}`,
        siteUrl: addressBelow(options.baseUrl, `${interfaceFolder(owner.id)}index.html`),
        filter: { interface: owner.id, tag },
        options,
      }),
    ),
    ...placed.flatMap((each, index) => {
      const neighbours = { newer: placed[index - 1], older: placed[index + 1] };
      const path = releasePath(each.release);
      return [
        { path: `${path}.html`, text: releasePage(each, neighbours, options) },
        { path: `${path}.md`, text: releaseMarkdown(each) },
      ];
    }),
  ];
}

function feedFiles(
  releases: readonly Release[],
  path: string,
  {
    title,
    siteUrl,
    filter,
    options,
  }: {
    readonly title: string;
    readonly siteUrl: string;
    readonly filter: ChangeFilter;
    readonly options: SiteOptions;
  },
): readonly SiteFile[] {
  const { authority, language, author } = options;
  const feed = changelogFeed(releases, {
    title,
    siteUrl,
    authority,
    filter,
    releaseUrl: releaseUrlOf(options),
    ...(language !== undefined && { language }),
    ...(author !== undefined && { author }),
  });
  const writers = { rss: rssFeed, atom: atomFeed, json: jsonFeed };
  return feedFormats.map((format) => ({
    path: `${path}.${format}`,
    text: writers[format](feed, addressBelow(options.baseUrl, `${path}.${format}`)),
  }));
}

function releaseUrlOf({ baseUrl }: SiteOptions): (release: Release) => string {
  return (release) => addressBelow(baseUrl, `${releasePath(release)}.html`);
}
