import type { PageKind, SearchEntry } from "@specwright/site";

/** A page of a version, without its content. */
export interface StoredPage {
  /** The path relative to the root of the version, such as `operations/list-users.html`. */
  readonly path: string;
  readonly kind: PageKind;
  readonly title: string;
  readonly description: string;
  /** The fragments with the HTML of its main part and with its Markdown. */
  readonly htmlDigest: string;
  readonly markdownDigest: string;
}

/** A page to store. */
export interface NewPage extends StoredPage {
  /** The position among the pages of the version, from 0. */
  readonly position: number;
  readonly searchDigest: string;
}

/** Content that is stored only once, under its SHA-256 digest. */
export interface Fragment {
  readonly digest: string;
  /** Compressed by gzip. */
  readonly content: Uint8Array;
}

/** The searchable text of a page, to store. */
export interface SearchText {
  readonly digest: string;
  /** The entries as JSON. */
  readonly entries: string;
  /** All words of the entries, case-folded. */
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
  /** Returns which of these versions have a page at this path. */
  versionsWith(path: string, versionIds: readonly string[]): Promise<readonly string[]>;
  /** Returns all pages of a version, ordered by position. */
  list(versionId: string): Promise<readonly StoredPage[]>;
  /** Returns a fragment, compressed by gzip. */
  fragment(digest: string): Promise<Uint8Array | undefined>;
  /**
   * Returns the pages of a version whose searchable text contains all words. Returns all entries of
   * each page, also those without the words.
   */
  search(versionId: string, words: readonly string[], limit: number): Promise<readonly FoundPage[]>;
}

/** Stores pages. */
export interface PageRepository extends PageReader {
  /**
   * Inserts fragments. The pages or other uses of these fragments must be inserted in the same
   * transaction.
   */
  insertFragments(fragments: readonly Fragment[]): Promise<void>;
  /** Records the fragments that a version or a comparison uses outside of its pages. */
  insertUses(ownerId: string, fragments: readonly Fragment[]): Promise<void>;
  /** Inserts search texts. Their pages must be inserted in the same transaction. */
  insertSearchTexts(texts: readonly SearchText[]): Promise<void>;
  insert(versionId: string, pages: readonly NewPage[]): Promise<void>;
  /**
   * Removes the fragments that a version uses outside of its pages, except the fragments with these
   * digests. Deletes content that nothing else uses.
   */
  removeUses(ownerId: string, kept: readonly string[]): Promise<void>;
  /**
   * Removes the pages and other fragments of a version or a comparison. Deletes content that
   * nothing else uses.
   */
  removeAll(ownerId: string): Promise<void>;
}
