import type { SearchWord } from "../search/fold-words.ts";
import type { Point } from "../search/point.ts";
import type { ListingStatus } from "./listing-status.ts";

/** The id of a viewer who is not signed in. The ids of users start at 1. */
export const NOBODY = 0;

/** The orders in which search results can be sorted. */
export type SearchOrder = "newest" | "oldest" | "cheapest" | "dearest" | "nearest";

/**
 * Selects listings by a custom field: by its exact value, or by a range of numbers. The range
 * includes both bounds.
 */
export interface FieldFilter {
  readonly name: string;
  readonly value?: string;
  readonly least?: number;
  readonly most?: number;
}

/** The area around a point in which listings are selected. */
export interface SearchArea {
  readonly point: Point;
  readonly latitude: number;
  readonly radiusKm: number;
}

/** The filters of a search, besides the owner and the state. */
export interface SearchFilters {
  /** The listing must contain all of these words. */
  readonly words?: readonly SearchWord[];
  /** The listing must be in one of these categories. */
  readonly categories?: readonly string[];
  readonly currency?: string;
  /** The lowest price, inclusive, in minor units. */
  readonly minPrice?: number;
  readonly maxPrice?: number;
  readonly near?: SearchArea;
  /** The earliest creation time, inclusive, in milliseconds since the epoch. */
  readonly createdFrom?: number;
  /** The latest creation time, exclusive, in milliseconds since the epoch. */
  readonly createdBefore?: number;
  /** The listing must match all of these filters. */
  readonly fields?: readonly FieldFilter[];
}

/** The position of the last result on a page. */
export interface SearchPosition {
  readonly id: number;
  /**
   * The value by which the results are sorted: the price or the squared distance. Absent if they
   * are sorted by id.
   */
  readonly rank?: number;
}

/** A search for listings. */
export interface ListingSearch extends SearchFilters {
  /**
   * The id of the viewer. The viewer sees published listings and the viewer's own listings.
   * Listings in the trash are included only if `status` requests them. If undefined, all listings
   * are visible.
   */
  readonly viewerId?: number;
  /** Whether the viewer also sees pending and held listings of others. */
  readonly moderates?: boolean;
  /** The id of the owner; absent for listings of all owners. */
  readonly userId?: number;
  readonly status?: ListingStatus;
  readonly order: SearchOrder;
  readonly limit: number;
  readonly after?: SearchPosition;
}
