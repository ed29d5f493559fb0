// The input of `wholeSite`.

import type { Contract } from "@specwright/contract";
import type { PublishedInterface, Release } from "@specwright/diff/changelog";
import type { Brand } from "../brand/load-brand.ts";
import type { Guide } from "../guide/guide.ts";

/** A version of an interface on a site. */
export interface SiteVersion {
  readonly release: Release;
  readonly contract: Contract;
  /**
   * The files of the document that readers can download, the entry file first. All paths are relative to
   * the same folder.
   */
  readonly files?: readonly { readonly path: string; readonly text: string }[];
}

/** An interface, with its versions. */
export interface SiteInterface {
  readonly owner: PublishedInterface;
  /** The versions in order of publication, the oldest first. */
  readonly versions: readonly SiteVersion[];
  /** The key of the version that readers see by default. Default: the last version. */
  readonly newest?: string;
}

/** The consoles with which readers call operations and open channels. */
export interface SiteConsoles {
  /** The file name of the script for pages with a console. */
  readonly script: string;
  /** The files of the consoles. The site serves them from the folder `assets`. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** For each interface id, the settings as JSON and the origins to which pages connect. */
  readonly interfaces: ReadonlyMap<
    string,
    { readonly settings: string; readonly connectSources: readonly string[] }
  >;
}

/** Options for `wholeSite`. */
export interface WholeSiteOptions {
  readonly title: string;
  /** The URL of the site. Without this URL, the site has no feeds. */
  readonly baseUrl?: string;
  /**
   * A domain, and a date on which you owned the domain, such as `example.com,2026`. Every id in the feeds
   * contains this text: never change it. Default: the host of `baseUrl` and the year 2026.
   */
  readonly authority?: string;
  /** Returns the name of the npm package with the generated client of an interface, for code samples. */
  readonly sdkPackage?: (owner: PublishedInterface) => string | undefined;
  /**
   * If an interface has at most this number of versions, all pairs of versions are compared. With more
   * versions, only neighbours are compared. Default 10.
   */
  readonly maxCompared?: number;
  /** The language of the pages. Default `en`. */
  readonly language?: string;
  /** The look of the site and the introduction of its first page; see `loadBrand`. */
  readonly brand?: Brand;
  /** The consoles on the reference pages of the newest version. Default: no consoles. */
  readonly consoles?: SiteConsoles;
  /** Handwritten pages. They are in the folder `guide`, or in the root of a site without interfaces. */
  readonly guide?: Guide;
}

/** A file of a site. It contains either a text, or the bytes of an image or a font. */
export type SiteFile = {
  /** The path relative to the folder of the site, with slashes. */
  readonly path: string;
} & ({ readonly text: string } | { readonly bytes: Uint8Array });
