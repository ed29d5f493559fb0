// Descriptors of pagination: data with which `fetchPage` finds the next page of a list.

/** A path to a member; empty for the whole value. */
type Path = readonly string[];

/** How a client finds the next page of a list (`x-pagination`), by `kind`. */
export type PaginationDescriptor =
  | CursorDescriptor
  | NumberedDescriptor<"page">
  | NumberedDescriptor<"offset">
  | LinkDescriptor;

/** Pages that are requested with a cursor from the previous page. Clients do not interpret cursors. */
interface CursorDescriptor {
  readonly kind: "cursor";
  /** The path to the items in the body. */
  readonly items: Path;
  /** The query parameter for the cursor. */
  readonly parameter: string;
  /** The path to the next cursor in the body. */
  readonly next?: Path;
  /** The path to the cursor in the last item; set instead of `next`. */
  readonly lastItem?: Path;
  /** The path to a boolean in the body. */
  readonly hasMore?: Path;
}

/** Pages that are requested by their number, or by the number of items before them. */
interface NumberedDescriptor<Kind extends string> {
  readonly kind: Kind;
  readonly items: Path;
  /** The query parameter for the number. */
  readonly parameter: string;
  /** The type of the parameter, if it is not `number`. */
  readonly type?: "bigint" | "string";
  /** The number of the first page. Default 1; 0 for offsets. */
  readonly first?: 0;
  /** The query parameter for the number of items of a page. A page with fewer items is the last one. */
  readonly limit?: string;
  /** The path to the number of all pages, or of all items. */
  readonly total?: Path;
  readonly hasMore?: Path;
}

/** Pages that link to the next one. */
interface LinkDescriptor {
  readonly kind: "link";
  readonly items: Path;
  /** The path to the URL in the body; absent if the URL is in the header `Link`. */
  readonly next?: Path;
}
