// The pagination of a list: `x-pagination` of an OpenAPI operation. The JSON Schema of the extension is in
// generators/spec-loader/src/extensions, and its documentation in docs/extensions.

import type { Source } from "@specwright/spec-loader";

/** The pagination of a list (`x-pagination`), by `kind`. */
export type Pagination = CursorPagination | PagePagination | OffsetPagination | LinkPagination;

/** The members that all kinds of pagination have. */
export interface PaginatedItems {
  /**
   * The path to the items in the body of a successful response; empty if the body itself is the
   * array.
   */
  readonly items: readonly string[];
  readonly source: Source;
}

/** Pages with cursors: an opaque cursor selects the next page. */
export interface CursorPagination extends PaginatedItems {
  readonly kind: "cursor";
  /** The query parameter for the cursor. */
  readonly parameter: string;
  /** The path to the next cursor in the body. On the last page, the cursor is null, absent or empty. */
  readonly next?: readonly string[];
  /** The path to the cursor within the last item of a page; set instead of `next`. */
  readonly lastItem?: readonly string[];
  /** The path to a boolean in the body: whether more pages follow. */
  readonly hasMore?: readonly string[];
}

/** Pages with numbers. */
export interface PagePagination extends PaginatedItems {
  readonly kind: "page";
  /** The query parameter for the number of the page. */
  readonly parameter: string;
  /** The number of the first page. */
  readonly first: 0 | 1;
  /** The query parameter with the page size; a page with fewer items is the last one. */
  readonly limit?: string;
  /** The path to the number of pages in the body. */
  readonly totalPages?: readonly string[];
  /** The path to a boolean in the body: whether more pages follow. */
  readonly hasMore?: readonly string[];
}

/** Pages with offsets: a page starts after a number of items. */
export interface OffsetPagination extends PaginatedItems {
  readonly kind: "offset";
  /** The query parameter for the number of items to skip. */
  readonly parameter: string;
  /** The query parameter with the page size; a page with fewer items is the last one. */
  readonly limit?: string;
  /** The path to the total number of items in the body. */
  readonly totalItems?: readonly string[];
  /** The path to a boolean in the body: whether more pages follow. */
  readonly hasMore?: readonly string[];
}

/** Pages with a link to the next page. */
export interface LinkPagination extends PaginatedItems {
  readonly kind: "link";
  /**
   * The path to the URL of the next page in the body; absent if the URL is in the header `Link`
   * (RFC 8288).
   */
  readonly next?: readonly string[];
}
