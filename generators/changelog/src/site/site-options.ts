import { autodiscoveryLinks, type FeedFormat, feedTypes } from "../feeds/autodiscovery-links.ts";
import type { PublishedInterface } from "../releases/release.ts";
import { addressBelow } from "../text/web-address.ts";
import { interfaceFolder } from "./site-paths.ts";

/** What a site is made of, besides the releases. */
export interface SiteOptions {
  readonly title: string;
  /** The address at which the files are served. */
  readonly baseUrl: string;
  /**
   * A domain and a date at which it was yours, such as `example.com,2026`. It is a part of every id
   * in the feeds: never change it, even if the site moves.
   */
  readonly authority: string;
  /** `en` by default. */
  readonly language?: string;
  /** Who publishes it; the title by default. */
  readonly author?: string;
}

/** A file of a site. */
export interface SiteFile {
  /** The path below the root of the site, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** A part of a site that has pages and feeds of its own: all interfaces, or one. */
export interface SiteScope {
  readonly title: string;
  /** Empty, or a path that ends in a slash. */
  readonly folder: string;
  /** The interface, or `undefined` for all. */
  readonly owner: PublishedInterface | undefined;
  /** The interfaces that have a part of their own. */
  readonly parts: readonly PublishedInterface[];
}

/** The choices of changes that have a page and feeds. */
export const siteViews = [
  { show: "all", page: "index", title: "All changes" },
  { show: "breaking", page: "breaking", title: "Breaking changes" },
  { show: "deprecations", page: "deprecations", title: "Deprecations" },
] as const;

/** A choice of changes that has a page and feeds. */
export type SiteView = (typeof siteViews)[number];

/** The formats of feeds. */
export const feedFormats = Object.keys(feedTypes) as readonly FeedFormat[];

/** Returns the part of a site about all interfaces, or about one. */
export function scopeOf(options: SiteOptions, owner?: PublishedInterface): SiteScope {
  return owner === undefined
    ? { title: options.title, folder: "", owner, parts: [] }
    : { title: owner.title, folder: interfaceFolder(owner.id), owner, parts: [] };
}

/** Returns the title of a view of a part: `Shop: breaking changes`. */
export function viewTitle({ title }: SiteScope, view: SiteView): string {
  return view.show === "all" ? title : `${title}: ${view.title.toLowerCase()}`;
}

/** Returns the elements by which readers find the feeds of a part of a site. */
export function scopeFeedLinks(options: SiteOptions, scope: SiteScope): string {
  const links = siteViews.flatMap((view) =>
    feedFormats.map((format) => ({
      format,
      title: `${viewTitle(scope, view)} (${format === "json" ? "JSON Feed" : format.toUpperCase()})`,
      url: addressBelow(options.baseUrl, `${scope.folder}${view.show}.${format}`),
    })),
  );
  return autodiscoveryLinks(links);
}
