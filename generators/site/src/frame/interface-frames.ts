// Creates the frames for the pages of an interface: pages about all versions, reference pages of the newest
// version, and the pages of each version.

import {
  feedFormats,
  feedViews,
  type PublishedInterface,
  type Release,
  releaseKey,
} from "@specwright/diff/changelog";
import { changelogViews } from "../changes/changelog-views.ts";
import { versionFolder } from "../changes/compared-versions.ts";
import { interfaceFolder } from "../changes/interfaces-page.ts";
import { versionName } from "../changes/version-name.ts";
import { documentPath } from "../paths/document-path.ts";
import type { SitePage } from "../paths/site-page.ts";
import type { NavigationGroup } from "../reference/navigation.ts";
import { searchPath } from "../search/search-page.ts";
import { plainText } from "../text/plain-text.ts";
import { canonicalPart } from "./canonical-part.ts";
import {
  type Banner,
  type Frame,
  type FrameConsole,
  type FrameFeed,
  type FrameLink,
  feedNames,
  type VersionLink,
} from "./frame.ts";

/** The data that the frames of an interface need. */
export interface FramedInterface {
  readonly owner: PublishedInterface;
  /** The releases, the newest first. Readers see the first one by default. */
  readonly releases: readonly Release[];
  /** Reports whether a version has a page. `path` is relative to the root of the version. */
  readonly hasPage: (release: Release, path: string) => boolean;
  /** The URL of the site, for canonical links. */
  readonly baseUrl?: string;
  /** The feeds. A path begins with `/` or is relative to the folder of the interface. */
  readonly feeds?: readonly FrameFeed[];
  /**
   * The pages about other ways to subscribe. A path begins with `/` or is relative to the folder of the
   * interface.
   */
  readonly subscriptions?: readonly FrameLink[];
  /**
   * The URL that subscribes a mail address, which the form sends as `address` by POST. Begins with `/` or
   * is relative to the folder of the interface.
   */
  readonly mailForm?: string;
  /**
   * Returns the paths of the files that readers can download for a version, the entry file first. The site
   * serves the files from `document/` in the folder of the version.
   */
  readonly documentFiles?: (release: Release) => readonly string[];
  /**
   * The console of the newest version. The path of its settings is relative to the folder of the interface.
   */
  readonly console?: FrameConsole;
  /** The search index of a site without a server. The path is relative to the folder of the interface. */
  readonly searchIndex?: string;
  /** See `Frame`. */
  readonly brand?: Frame["brand"];
  readonly policy?: string;
  readonly language?: string;
}

const maxSwitched = 10;

/**
 * Returns the frame for a page in the folder of the interface: a page about all versions, or a reference
 * page of the newest version.
 */
export function interfaceFrame(
  page: Pick<SitePage, "path" | "kind">,
  framed: FramedInterface,
  navigation: readonly NavigationGroup[],
): Frame {
  const { owner, releases } = framed;
  const [newest] = releases;
  const isReference = newest !== undefined && framed.hasPage(newest, page.path);
  return {
    ...commonParts(framed, ""),
    home: "index.html",
    assets: "../assets",
    sections: sectionsOf(page, ""),
    navigation: isReference ? navigation : [],
    search: searchPart(framed, ""),
    ...(newest !== undefined && isReference && { version: versionPart(page, newest, framed, "") }),
    ...(newest !== undefined &&
      downloadPart(page, newest, framed, versionFolder(releaseKey(newest)))),
    ...(isReference && consolePart(page, framed)),
    ...canonicalPart(framed, `${interfaceFolder(owner)}${page.path}`),
  };
}

/** Returns the frame for a page in the folder of a version. */
export function versionFrame(
  page: Pick<SitePage, "path" | "kind">,
  release: Release,
  framed: FramedInterface,
  navigation: readonly NavigationGroup[],
): Frame {
  const { owner, releases } = framed;
  const above = "../../";
  const [newest = release] = releases;
  const inNewest =
    page.kind !== "changes" && page.kind !== "change" && framed.hasPage(newest, page.path);
  const folder = interfaceFolder(owner);
  const own = `${folder}${versionFolder(releaseKey(release))}${page.path}`;
  const banner = bannerOf(page, release, newest, inNewest);
  return {
    ...commonParts(framed, above),
    home: `${above}index.html`,
    assets: `${above}../assets`,
    sections: sectionsOf(page, above),
    navigation,
    search: searchPart(framed, above),
    version: versionPart(page, release, framed, above),
    ...downloadPart(page, release, framed, ""),
    ...(banner !== undefined && { banner }),
    ...canonicalPart(framed, inNewest ? `${folder}${page.path}` : own),
  };
}

/**
 * Returns the feeds of an interface or of a whole static site. Paths are relative to the folder of the
 * interface or site.
 */
export function staticFeeds({ title }: Pick<PublishedInterface, "title">): readonly FrameFeed[] {
  return feedViews.flatMap(({ show, name, title: words }) =>
    feedFormats.map((format) => ({
      format,
      title: `${plainText(title)}${show === "all" ? "" : `: ${words}`} (${feedNames[format]})`,
      path: `${name}.${format}`,
    })),
  );
}

function commonParts(
  { owner, feeds = [], subscriptions = [], mailForm, brand, policy, language }: FramedInterface,
  above: string,
) {
  return {
    title: plainText(owner.title),
    feeds: feeds.map((feed) => ({ ...feed, path: placePath(feed.path, above) })),
    subscriptions: subscriptions.map((link) => ({ ...link, path: placePath(link.path, above) })),
    ...(mailForm !== undefined && { mailForm: placePath(mailForm, above) }),
    footer: [
      ...feeds.slice(0, feedFormats.length).map(({ format, path }) => ({
        text: feedNames[format],
        path: placePath(path, above),
      })),
      { text: "llms.txt", path: `${above}llms.txt` },
    ],
    ...(brand !== undefined && { brand }),
    ...(policy !== undefined && { policy }),
    ...(language !== undefined && { language }),
  };
}

function searchPart({ searchIndex }: FramedInterface, above: string): NonNullable<Frame["search"]> {
  return {
    path: above + searchPath,
    ...(searchIndex !== undefined && { index: above + searchIndex }),
  };
}

function placePath(path: string, above: string): string {
  return path.startsWith("/") ? path : above + path;
}

function sectionsOf({ kind }: Pick<SitePage, "kind">, above: string): readonly FrameLink[] {
  const isVersion = above !== "";
  const changes: FrameLink = {
    text: "Changes",
    path: `${above}${changelogViews[0]?.path}`,
    isCurrent: kind === "changelog" || (isVersion && (kind === "changes" || kind === "change")),
  };
  const isAbout = ["changelog", "changes", "change", "versions", "compare", "search"].includes(
    kind,
  );
  return [
    { text: "Reference", path: "index.html", isCurrent: !isAbout },
    changes,
    {
      text: "Versions",
      path: `${above}versions.html`,
      // A change page belongs to "Versions" if it is part of a comparison. Such a page is not inside a
      // version.
      isCurrent: kind === "versions" || kind === "compare" || (kind === "change" && !isVersion),
    },
    { text: "All interfaces", path: `${above}../index.html` },
  ];
}

function versionPart(
  page: Pick<SitePage, "path" | "kind">,
  release: Release,
  { releases, hasPage }: FramedInterface,
  above: string,
) {
  const others = releases.slice(0, maxSwitched).map((each): VersionLink => {
    const isThere = hasPage(each, page.path) || page.path === "changes.html";
    return {
      text: versionName(each),
      path: `${above}${versionFolder(releaseKey(each))}${isThere ? page.path : "index.html"}`,
      ...(!isThere && { note: "without this page" }),
      ...(each === release && { isCurrent: true }),
    };
  });
  return {
    text: versionName(release),
    status: release === releases[0] ? "newest" : otherVersion(release),
    ...(release.date !== undefined && { date: release.date }),
    others,
    all: { text: "All versions", path: `${above}versions.html` },
  };
}

function bannerOf(
  { path }: Pick<SitePage, "path">,
  release: Release,
  newest: Release,
  inNewest: boolean,
): Banner | undefined {
  if (release === newest) return undefined;
  const article = release.branch === undefined ? "an" : "a";
  return {
    text: `This is ${versionName(release)}, ${article} ${otherVersion(release)}.`,
    link: inNewest
      ? { text: `The same page in ${versionName(newest)}`, path: `../../${path}` }
      : { text: `The newest version is ${versionName(newest)}`, path: "../../index.html" },
  };
}

/** Returns the status of a version, in words, if it is not the newest version. */
function otherVersion({ branch }: Release): string {
  return branch === undefined ? "older version" : "version of another branch";
}

/** Returns the download links, which only the first page of the reference has. */
function downloadPart(
  { kind }: Pick<SitePage, "kind">,
  release: Release,
  { documentFiles }: FramedInterface,
  folder: string,
) {
  const files = kind === "overview" ? (documentFiles?.(release) ?? []) : [];
  return { downloads: files.map((path) => ({ text: path, path: folder + documentPath(path) })) };
}

function consolePart({ kind }: Pick<SitePage, "kind">, { console }: FramedInterface) {
  return console !== undefined && (kind === "operation" || kind === "channel") ? { console } : {};
}
