import type { SearchWord } from "../search/fold-words.ts";
import type { Point } from "../search/point.ts";
import type { ListingStatus } from "./listing-status.ts";

/** The viewer without an account. Ids start at 1. */
export const NOBODY = 0;

/** The orders of found listings. */
export type SearchOrder = "newest" | "oldest" | "cheapest" | "dearest" | "nearest";

/**
 * Selects listings by a custom field: by its value, or by a range of numbers that includes both
 * ends.
 */
export interface FieldFilter {
  readonly name: string;
  readonly value?: string;
  readonly least?: number;
  readonly most?: number;
}

/** The place around which listings are selected. */
export interface SearchArea {
  readonly point: Point;
  readonly latitude: number;
  readonly radiusKm: number;
}

/** The filters of a search, besides the owner and the state. */
export interface SearchFilters {
  /** All of them. */
  readonly words?: readonly SearchWord[];
  /** One of them. */
  readonly categories?: readonly string[];
  readonly currency?: string;
  /** In minor units, included. */
  readonly minPrice?: number;
  readonly maxPrice?: number;
  readonly near?: SearchArea;
  /** In milliseconds since the epoch, included. */
  readonly createdFrom?: number;
  /** In milliseconds since the epoch, not included. */
  readonly createdBefore?: number;
  /** All of them. */
  readonly fields?: readonly FieldFilter[];
}

/** The end of a page of search results. */
export interface SearchPosition {
  readonly id: number;
  /** The sort key: the price or the square of the distance. */
  readonly rank?: number;
}

/** A search for listings. */
export interface ListingSearch extends SearchFilters {
  /**
   * The viewer, who sees published listings and the viewer's own listings. The trash is included
   * only if `status` requests it. Absent: all listings are visible.
   */
  readonly viewerId?: number;
  /** Whether the viewer also sees pending and held listings of other users. */
  readonly moderates?: boolean;
  /** The owner. */
  readonly userId?: number;
  readonly status?: ListingStatus;
  readonly order: SearchOrder;
  readonly limit: number;
  readonly after?: SearchPosition;
}
