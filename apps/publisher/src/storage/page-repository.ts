import type { PageKind, SearchEntry } from "@specwright/site";

/** A page of a version, without its content. */
export interface StoredPage {
  /** Relative to the root of the version, such as `operations/list-users.html`. */
  readonly path: string;
  readonly kind: PageKind;
  readonly title: string;
  readonly description: string;
  /** The fragments with the HTML of its main part and with its Markdown. */
  readonly htmlDigest: string;
  readonly markdownDigest: string;
}

/** A page as it is to be stored. */
export interface NewPage extends StoredPage {
  /** Its place among the pages of the version. */
  readonly position: number;
  readonly searchDigest: string;
}

/** Content that is stored once, by its SHA-256. */
export interface Fragment {
  readonly digest: string;
  /** Compressed by gzip. */
  readonly content: Uint8Array;
}

/** What a search finds in a page, as it is to be stored. */
export interface SearchText {
  readonly digest: string;
  /** The entries as JSON. */
  readonly entries: string;
  /** All their words, in the form in which they are searched. */
  readonly words: string;
}

/** Entries of a page that a search found. */
export interface FoundPage {
  readonly page: StoredPage;
  readonly entries: readonly SearchEntry[];
}

/** Reads pages. */
export interface PageReader {
  byPath(versionId: string, path: string): Promise<StoredPage | undefined>;
  /** Returns those of some versions that have a page of this path. */
  versionsWith(path: string, versionIds: readonly string[]): Promise<readonly string[]>;
  /** Returns all pages of a version in their order. */
  list(versionId: string): Promise<readonly StoredPage[]>;
  /** Returns a fragment, compressed by gzip. */
  fragment(digest: string): Promise<Uint8Array | undefined>;
  /**
   * Returns the pages of a version that contain all words in what can be searched, with all their
   * entries.
   */
  search(versionId: string, words: readonly string[], limit: number): Promise<readonly FoundPage[]>;
}

/** Stores pages. */
export interface PageRepository extends PageReader {
  /** Inserts fragments that pages, or other uses, of the same transaction refer to. */
  insertFragments(fragments: readonly Fragment[]): Promise<void>;
  /** Notes that a version or a comparison uses fragments besides those of its pages. */
  insertUses(ownerId: string, fragments: readonly Fragment[]): Promise<void>;
  /** Inserts what pages of the same transaction refer to. */
  insertSearchTexts(texts: readonly SearchText[]): Promise<void>;
  insert(versionId: string, pages: readonly NewPage[]): Promise<void>;
  /**
   * Removes the fragments of a version besides those of its pages, except those with these digests,
   * and of their content what nothing else uses.
   */
  removeUses(ownerId: string, kept: readonly string[]): Promise<void>;
  /**
   * Removes the pages and the other fragments of a version or a comparison, and of their content what
   * nothing else uses.
   */
  removeAll(ownerId: string): Promise<void>;
}
