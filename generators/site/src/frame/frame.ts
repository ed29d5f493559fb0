import type { FeedFormat } from "@specwright/diff/changelog";
import type { Brand } from "../brand/load-brand.ts";
import type { NavigationGroup } from "../reference/navigation.ts";

/** A link in the frame. `path` is relative to the root of the version, or begins with `/`. */
export interface FrameLink {
  readonly text: string;
  readonly path: string;
  readonly isCurrent?: boolean;
}

/** The names of feed formats. */
export const feedNames: Readonly<Record<FeedFormat, string>> = {
  rss: "RSS",
  atom: "Atom",
  json: "JSON Feed",
};

/** A feed that pages link to. */
export interface FrameFeed {
  readonly format: FeedFormat;
  readonly title: string;
  readonly path: string;
}

/** A link to the same page in a different version. */
export interface VersionLink extends FrameLink {
  /** A note for a version without this page, whose link leads to a different page: "without this page". */
  readonly note?: string;
}

/** The version of the interface that contains a page. */
export interface FrameVersion {
  /** The version in `info.version`. */
  readonly text: string;
  /** The status in words: "newest", "older version". */
  readonly status: string;
  /** A date, or a date with time as in RFC 3339; absent if unknown. */
  readonly date?: string;
  /** The newest versions, for the list of versions in the header. */
  readonly others: readonly VersionLink[];
  /** The page that lists all versions. */
  readonly all?: FrameLink;
}

/** A notice above the content of a page, such as "This version is not the newest." */
export interface Banner {
  readonly text: string;
  readonly link?: FrameLink;
}

/** The files of the console for a page. */
export interface FrameConsole {
  /** The file name of the script in the assets folder. */
  readonly script: string;
  /** The path of the settings file of the console. */
  readonly settings: string;
}

/**
 * The data of the frame around a page. Each path begins with `/`, or is relative to the root of the
 * version, as `path` of the page is.
 */
export interface Frame {
  /** The title of the interface, or of the site. */
  readonly title: string;
  /** The page to which the title in the header links. */
  readonly home: string;
  /** The path of the assets folder, such as `../assets`. */
  readonly assets: string;
  /** The brand of the site. Default: pages have the default look. */
  readonly brand?: Pick<Brand, "style" | "logo" | "icon">;
  /** The sections of the interface: reference, changes, versions, the document. */
  readonly sections?: readonly FrameLink[];
  readonly navigation?: readonly NavigationGroup[];
  readonly version?: FrameVersion;
  readonly banner?: Banner;
  /** The files of the document that readers can download. The entry file comes first. */
  readonly downloads?: readonly FrameLink[];
  /** The canonical URL of the page for search engines. */
  readonly canonical?: string;
  readonly feeds?: readonly FrameFeed[];
  /** The pages about ways to subscribe other than feeds. */
  readonly subscriptions?: readonly FrameLink[];
  /** The URL that subscribes a mail address. The form sends `address` by POST. */
  readonly mailForm?: string;
  /**
   * The search form. `path` is the page of results, which reads the query from `?q=`. `query` is the
   * current query. `index` is the search index on a site without a server, which a script searches.
   */
  readonly search?: { readonly path: string; readonly query?: string; readonly index?: string };
  readonly footer?: readonly FrameLink[];
  /** The language of the page. Default `en`. */
  readonly language?: string;
  /** The content security policy. Set if no server sends the policy as a header. */
  readonly policy?: string;
  /** The file names of additional scripts in the assets folder. */
  readonly scripts?: readonly string[];
  readonly console?: FrameConsole;
}
