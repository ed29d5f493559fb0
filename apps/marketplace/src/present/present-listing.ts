import type { Listing, ListingEnvelope } from "@specwright/marketplace-api/types";
import type { CustomFields } from "../custom-fields/compile-custom-fields.ts";
import { entityTagOf } from "../entity-tag.ts";
import type { FileLinks } from "../files/file-links.ts";
import type { ListingRecord } from "../storage/listing-repository.ts";
import { timestamp } from "../timestamp.ts";
import { presentAttachment } from "./present-attachment.ts";

/** What is needed to present listings. */
export interface ListingView {
  readonly fields: CustomFields;
  readonly links: FileLinks;
}

/** Returns the form of a listing for a caller who may see it. */
export function presentListing(listing: ListingRecord, { fields, links }: ListingView): Listing {
  const presented: Listing = {
    id: listing.id,
    user_id: listing.userId,
    status: listing.status,
    held: listing.held,
    title: listing.title,
    description: listing.description,
    images: listing.images.map((image) => presentAttachment(image, listing, links)),
    ...(listing.category !== null && { category: listing.category }),
    ...(listing.price !== null && { price: listing.price }),
    ...(listing.location !== null && { location: listing.location }),
    version: listing.version,
    created_at: timestamp(listing.createdAt),
    updated_at: timestamp(listing.updatedAt),
  };
  if (fields.size === 0) return presented;
  const custom = Object.entries(listing.customFields).filter(([name]) => fields.has(name));
  return Object.assign(presented, Object.fromEntries(custom));
}

/** Builds the answer with a listing, including its entity tag. */
export function listingAnswer(
  listing: ListingRecord,
  view: ListingView,
): { status: 200; headers: { ETag: string }; body: ListingEnvelope } {
  const data = presentListing(listing, view);
  return { status: 200, headers: { ETag: entityTagOf(listing, data) }, body: { data } };
}
