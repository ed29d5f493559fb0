import type { CustomValues } from "../custom-fields/custom-fields.ts";
import type { AttachmentRecord } from "./attachment-repository.ts";
import type { ListingSearch } from "./listing-search.ts";
import type { ListingStatus } from "./listing-status.ts";

/** A listing as stored. */
export interface ListingRecord {
  readonly id: number;
  /** The owner. */
  readonly userId: number;
  /** The owner's username. */
  readonly seller: string;
  readonly status: ListingStatus;
  /** Whether a moderator hid the listing. Only moderators can publish it again. */
  readonly held: boolean;
  /** The time when the listing was moved to the trash, in milliseconds since the epoch, or null. */
  readonly trashedAt: number | null;
  readonly title: string;
  readonly description: string | null;
  /** The id of a category, or null. */
  readonly category: string | null;
  /** In minor units of a currency (ISO 4217), or null. */
  readonly price: { readonly amount: number; readonly currency: string } | null;
  /** In degrees, or null. */
  readonly location: { readonly latitude: number; readonly longitude: number } | null;
  readonly customFields: CustomValues;
  /** The images in order. Only the repository of attachments changes them. */
  readonly images: readonly AttachmentRecord[];
  /** The number of changes, from 1. */
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A listing without an id. */
export type NewListing = Omit<
  ListingRecord,
  "id" | "seller" | "version" | "images" | "held" | "trashedAt"
>;

/** A search result. */
export interface FoundListing {
  readonly listing: ListingRecord;
  /** The sort key: the price, the square of the distance, or the id. */
  readonly rank: number;
}

/** Finds listings. */
export interface ListingReader {
  byId(id: number): Promise<ListingRecord | undefined>;
  /** Finds a page of listings, each with its sort key. */
  search(search: ListingSearch): Promise<readonly FoundListing[]>;
  /** Counts the results of a search, up to a limit. */
  count(search: ListingSearch, most: number): Promise<number>;
}

/** Stores listings. */
export interface ListingRepository extends ListingReader {
  /** Finds a listing and locks it until the transaction ends. */
  lock(id: number): Promise<ListingRecord | undefined>;
  insert(listing: NewListing): Promise<ListingRecord>;
  /** Replaces the state of a listing by its id, and increments its version. */
  update(listing: ListingRecord): Promise<ListingRecord>;
  /** Replaces the content of a listing, its search columns, and its state as `update` does. */
  updateContent(listing: ListingRecord, before: ListingRecord): Promise<ListingRecord>;
  /**
   * Deletes listings that were moved to the trash at `trashedBy` or earlier. Returns their number.
   */
  purge(trashedBy: number): Promise<number>;
  /** Indexes listings of earlier versions for the search, at most `limit`; returns the number. */
  indexOld(limit: number): Promise<number>;
}
