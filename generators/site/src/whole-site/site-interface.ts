// The input of a site.

import type { Contract } from "@specwright/contract";
import type { PublishedInterface, Release } from "@specwright/diff/changelog";
import type { Brand } from "../brand/load-brand.ts";
import type { Guide } from "../guide/guide.ts";

/** A version of an interface on a site. */
export interface SiteVersion {
  readonly release: Release;
  readonly contract: Contract;
  /** The files of its document for download, the entry first, with paths relative to one folder. */
  readonly files?: readonly { readonly path: string; readonly text: string }[];
}

/** An interface with its versions. */
export interface SiteInterface {
  readonly owner: PublishedInterface;
  /** In order of publication, the oldest first. */
  readonly versions: readonly SiteVersion[];
  /** The key of the default version for readers. Default: the last one. */
  readonly newest?: string;
}

/** The consoles in which readers try operations and channels. */
export interface SiteConsoles {
  /** The name of the script of pages with a console. */
  readonly script: string;
  /** The files that consoles load from the folder `assets`. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** The settings as JSON and the origins that pages connect to, by interface id. */
  readonly interfaces: ReadonlyMap<
    string,
    { readonly settings: string; readonly connectSources: readonly string[] }
  >;
}

/** Options for `wholeSite`. */
export interface WholeSiteOptions {
  readonly title: string;
  /** The URL at which the files are served. Without it, the site has no feeds. */
  readonly baseUrl?: string;
  /**
   * A domain and a date on which you owned it, such as `example.com,2026`. It is part of every id in the
   * feeds: never change it. Default: the host of `baseUrl` and the year 2026.
   */
  readonly authority?: string;
  /** The npm package of the generated client of an interface, for code samples. */
  readonly sdkPackage?: (owner: PublishedInterface) => string | undefined;
  /** Up to this number of versions, all pairs are compared; otherwise neighbours only. Default 10. */
  readonly maxCompared?: number;
  /** The language of the pages. Default `en`. */
  readonly language?: string;
  /** The look of the site and the introduction of its first page; see `loadBrand`. */
  readonly brand?: Brand;
  /** The consoles on reference pages of the newest version. Default: none. */
  readonly consoles?: SiteConsoles;
  /**
   * Handwritten pages, in the folder `guide`; in a site without interfaces, in its root.
   */
  readonly guide?: Guide;
}

/** A file of a site: a text, or the bytes of an image or a font. */
export type SiteFile = {
  /** Relative to the folder of the site, with slashes. */
  readonly path: string;
} & ({ readonly text: string } | { readonly bytes: Uint8Array });
