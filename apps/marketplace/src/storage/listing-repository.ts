import type { CustomValues } from "../custom-fields/custom-fields.ts";
import type { AttachmentRecord } from "./attachment-repository.ts";
import type { ListingSearch } from "./listing-search.ts";
import type { ListingStatus } from "./listing-status.ts";

/** A listing as stored. */
export interface ListingRecord {
  readonly id: number;
  /** The id of the owner. */
  readonly userId: number;
  /** The username of the owner. */
  readonly seller: string;
  readonly status: ListingStatus;
  /** Whether a moderator has hidden the listing. Only moderators can publish a held listing. */
  readonly held: boolean;
  /**
   * When the listing was moved to the trash, in milliseconds since the epoch; null if it is not in
   * the trash.
   */
  readonly trashedAt: number | null;
  readonly title: string;
  readonly description: string | null;
  /** The id of the category; null if none. */
  readonly category: string | null;
  /** The price in minor units of a currency (ISO 4217); null if none. */
  readonly price: { readonly amount: number; readonly currency: string } | null;
  /** The location in degrees; null if none. */
  readonly location: { readonly latitude: number; readonly longitude: number } | null;
  readonly customFields: CustomValues;
  /** The images, ordered by position. Only the repository of attachments changes them. */
  readonly images: readonly AttachmentRecord[];
  /** The version. It starts with 1 and increases with each change. */
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A listing to insert, which has no id yet. */
export type NewListing = Omit<
  ListingRecord,
  "id" | "seller" | "version" | "images" | "held" | "trashedAt"
>;

/** A search result, with the value by which the results are sorted. */
export interface FoundListing {
  readonly listing: ListingRecord;
  /** The value by which the results are sorted: the price, the squared distance, or the id. */
  readonly rank: number;
}

/** Finds listings. */
export interface ListingReader {
  byId(id: number): Promise<ListingRecord | undefined>;
  /** Returns one page of search results. */
  search(search: ListingSearch): Promise<readonly FoundListing[]>;
  /** Returns the number of search results, at most `most`. */
  count(search: ListingSearch, most: number): Promise<number>;
}

/** Stores listings. */
export interface ListingRepository extends ListingReader {
  /** Returns a listing and locks it until the transaction ends. */
  lock(id: number): Promise<ListingRecord | undefined>;
  insert(listing: NewListing): Promise<ListingRecord>;
  /** Updates the state of the listing with this id, and increments its version. */
  update(listing: ListingRecord): Promise<ListingRecord>;
  /**
   * Updates the content of a listing, its columns for searches, and its state. Increments its
   * version.
   */
  updateContent(listing: ListingRecord, before: ListingRecord): Promise<ListingRecord>;
  /**
   * Deletes listings that were moved to the trash at `trashedBy` or earlier. Returns the number of
   * deleted listings.
   */
  purge(trashedBy: number): Promise<number>;
  /**
   * Adds listings from earlier versions of the service to the search index, at most `limit`.
   * Returns the number of added listings.
   */
  indexOld(limit: number): Promise<number>;
}
