import type { CustomValues } from "../custom-fields/custom-fields.ts";
import type { AttachmentRecord } from "./attachment-repository.ts";
import type { ListingStatus } from "./listing-status.ts";

/** A listing as stored. */
export interface ListingRecord {
  readonly id: number;
  /** The owner. */
  readonly userId: number;
  readonly status: ListingStatus;
  /** Whether a moderator hid it, so that only moderators can publish it again. */
  readonly held: boolean;
  /** When it was moved to the trash, in milliseconds since the epoch, or null. */
  readonly trashedAt: number | null;
  readonly title: string;
  readonly description: string | null;
  readonly customFields: CustomValues;
  /** In order. Changed only by the repository of attachments. */
  readonly images: readonly AttachmentRecord[];
  /** The number of changes, from 1. */
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A listing without an id. */
export type NewListing = Omit<ListingRecord, "id" | "version" | "images" | "held" | "trashedAt">;

/** The selection of a page of listings in descending order. */
export interface ListingSelection {
  /**
   * The viewer, who sees published listings and their own; the trash only if requested. Absent for
   * all.
   */
  readonly viewerId?: number;
  /** Whether the viewer also sees the pending and held listings of others. */
  readonly moderates?: boolean;
  readonly userId?: number;
  readonly status?: ListingStatus;
  /** Continues below this id. */
  readonly beforeId?: number;
  readonly limit: number;
}

/** Finds listings. */
export interface ListingReader {
  byId(id: number): Promise<ListingRecord | undefined>;
  page(selection: ListingSelection): Promise<readonly ListingRecord[]>;
}

/** Stores listings. */
export interface ListingRepository extends ListingReader {
  /** Finds a listing and locks it until the transaction ends. */
  lock(id: number): Promise<ListingRecord | undefined>;
  insert(listing: NewListing): Promise<ListingRecord>;
  /** Replaces a listing by its id and increments its version. */
  update(listing: ListingRecord): Promise<ListingRecord>;
  /** Deletes listings that have been in the trash since then or longer; returns their number. */
  purge(trashedBy: number): Promise<number>;
}
