import type { AttachmentRecord } from "../attachments/attachment-repository.ts";
import type { CustomValues } from "../custom-fields/custom-fields.ts";
import type { ListingStatus } from "./listing-status.ts";

/** A listing as stored. */
export interface ListingRecord {
  readonly id: number;
  /** The owner. */
  readonly userId: number;
  readonly status: ListingStatus;
  /** Whether a moderator hid it: it gets to the public by moderators alone. */
  readonly held: boolean;
  /** When it was moved to the trash, where it is; milliseconds since the epoch. */
  readonly trashedAt: number | null;
  readonly title: string;
  readonly description: string | null;
  readonly customFields: CustomValues;
  /** In their order. Changed by the repository of attachments alone. */
  readonly images: readonly AttachmentRecord[];
  /** Counts the changes, from 1. */
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A listing without an id. */
export type NewListing = Omit<ListingRecord, "id" | "version" | "images" | "held" | "trashedAt">;

/** Selects a page of listings, from the newest down. */
export interface ListingSelection {
  /** Who looks: sees what is published and their own, the trash only by its state. Absent: all. */
  readonly viewerId?: number;
  /** Whether the viewer sees everyone's pending and held ones too. */
  readonly moderates?: boolean;
  readonly userId?: number;
  readonly status?: ListingStatus;
  /** Continues below this number. */
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
  /** Finds a listing and keeps others from changing it until the transaction ends. */
  lock(id: number): Promise<ListingRecord | undefined>;
  insert(listing: NewListing): Promise<ListingRecord>;
  /** Replaces a listing by its number; its version goes up by one. */
  update(listing: ListingRecord): Promise<ListingRecord>;
  /** Deletes what has been in the trash since then or longer; gives how many there were. */
  purge(trashedBy: number): Promise<number>;
}
