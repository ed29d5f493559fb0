// What a site is made of.

import type { Contract } from "@specwright/contract";
import type { PublishedInterface, Release } from "@specwright/diff/changelog";
import type { Brand } from "../brand/load-brand.ts";
import type { Guide } from "../guide/guide.ts";

/** A version of an interface on a site. */
export interface SiteVersion {
  readonly release: Release;
  readonly contract: Contract;
  /** The files of its document for download, the entry first; paths are relative to one folder. */
  readonly files?: readonly { readonly path: string; readonly text: string }[];
}

/** An interface on a site. */
export interface SiteInterface {
  readonly owner: PublishedInterface;
  /** As they were released, the oldest first. */
  readonly versions: readonly SiteVersion[];
  /** The key of the version that readers get without asking; by default the last one. */
  readonly newest?: string;
}

/** The consoles with which readers try operations and channels. */
export interface SiteConsoles {
  /** The name of the script of pages with a console. */
  readonly script: string;
  /** The files that consoles load from the folder `assets`. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** By the id of the interface: the settings as JSON, and the origins that pages connect to. */
  readonly interfaces: ReadonlyMap<
    string,
    { readonly settings: string; readonly connectSources: readonly string[] }
  >;
}

/** Options for `wholeSite`. */
export interface WholeSiteOptions {
  readonly title: string;
  /** The address at which the files are served. Without it there are no feeds. */
  readonly baseUrl?: string;
  /**
   * A domain and a date at which it was yours, such as `example.com,2026`. It is a part of every id
   * in the feeds: never change it. By default the host of `baseUrl` and the year 2026.
   */
  readonly authority?: string;
  /** The npm package of the generated client of an interface, for code samples. */
  readonly sdkPackage?: (owner: PublishedInterface) => string | undefined;
  /** All versions are compared with each other up to this number, which is 10; beyond, neighbours. */
  readonly maxCompared?: number;
  /** Of the words in the pages; `en` by default. */
  readonly language?: string;
  /** How the site looks, and what its first page says; see `loadBrand`. */
  readonly brand?: Brand;
  /** None by default. Reference pages of the newest version have them. */
  readonly consoles?: SiteConsoles;
  /**
   * Pages of one's own, in the folder `guide`. Of a site without interfaces, they are all that there
   * is, and not in a folder.
   */
  readonly guide?: Guide;
}

/** A file of a site: a text, or the bytes of an image or a font. */
export type SiteFile = {
  /** Relative to the folder of the site, with slashes. */
  readonly path: string;
} & ({ readonly text: string } | { readonly bytes: Uint8Array });
