import type { FeedFormat } from "@specwright/diff/changelog";
import type { Brand } from "../brand/load-brand.ts";
import type { NavigationGroup } from "../reference/navigation.ts";

/** A link in the frame. Its path is relative to the root of the version, or starts with `/`. */
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

/** The same page in another version. */
export interface VersionLink extends FrameLink {
  /** A note for a link that leads to a different page than its name says: "without this page". */
  readonly note?: string;
}

/** The version of the interface that a page belongs to. */
export interface FrameVersion {
  /** As in `info.version`. */
  readonly text: string;
  /** In words: "newest", "older version". */
  readonly status: string;
  /** A date or a time of RFC 3339; absent if unknown. */
  readonly date?: string;
  /** The newest versions, for the switch. */
  readonly others: readonly VersionLink[];
  /** The page of all versions. */
  readonly all?: FrameLink;
}

/** A notice above the content, such as "This version is not the newest." */
export interface Banner {
  readonly text: string;
  readonly link?: FrameLink;
}

/** The console that a page loads. */
export interface FrameConsole {
  /** The name of the script in the folder of the assets. */
  readonly script: string;
  /** The path of the settings of the console. */
  readonly settings: string;
}

/**
 * The frame of a page. Each path starts with `/`, or is relative to the root of the version, like the
 * page's `path`.
 */
export interface Frame {
  /** The title of the interface, or of the site. */
  readonly title: string;
  /** The page that the title leads to. */
  readonly home: string;
  /** The folder of the assets, such as `../assets`. */
  readonly assets: string;
  /** The brand of the site. Default: the look of all sites. */
  readonly brand?: Pick<Brand, "style" | "logo" | "icon">;
  /** The sections of the interface: reference, changes, versions, the document. */
  readonly sections?: readonly FrameLink[];
  readonly navigation?: readonly NavigationGroup[];
  readonly version?: FrameVersion;
  readonly banner?: Banner;
  /** The files of the document for download, the document itself first. */
  readonly downloads?: readonly FrameLink[];
  /** The canonical URL of the page for search engines. */
  readonly canonical?: string;
  readonly feeds?: readonly FrameFeed[];
  /** Pages about other ways to subscribe than the feeds. */
  readonly subscriptions?: readonly FrameLink[];
  /** The page that subscribes a mail address, sent as `address` by POST. */
  readonly mailForm?: string;
  /**
   * The page that takes a search as `?q=`, and the current query. `index` is the file that a script
   * searches in a site without a server.
   */
  readonly search?: { readonly path: string; readonly query?: string; readonly index?: string };
  readonly footer?: readonly FrameLink[];
  /** The language of the page. Default `en`. */
  readonly language?: string;
  /** The content security policy, if no server sends it as a header. */
  readonly policy?: string;
  /** Names of further scripts in the folder of the assets. */
  readonly scripts?: readonly string[];
  readonly console?: FrameConsole;
}
