import type { Listing, ListingEnvelope } from "@specwright/marketplace-api/types";
import { relationOf } from "../access/relation.ts";
import type { Caller } from "../caller.ts";
import type { CustomFields } from "../custom-fields/compile-custom-fields.ts";
import { entityTagOf } from "../entity-tag.ts";
import type { FileLinks } from "../files/file-links.ts";
import type { ListingRecord } from "../storage/listing-repository.ts";
import { timestamp } from "../timestamp.ts";
import { presentAttachment } from "./present-attachment.ts";

/** The services that are needed to present listings. */
export interface ListingView {
  readonly fields: CustomFields;
  readonly links: FileLinks;
}

/** A caller who sees a listing; undefined without a session. */
export type Viewer = Pick<Caller, "userId" | "role"> | undefined;

/**
 * Returns a listing in the form of the API, for a caller who may see it. Only the owner, moderators
 * and administrators get custom fields that are not public.
 */
export function presentListing(
  listing: ListingRecord,
  { fields, links }: ListingView,
  viewer: Viewer,
): Listing {
  const presented: Listing = {
    id: listing.id,
    user_id: listing.userId,
    seller: { username: listing.seller },
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
  const seesAll = relationOf(viewer, listing.userId) !== "other";
  const custom = Object.entries(listing.customFields).filter(([name]) => {
    const field = fields.get(name);
    return field !== undefined && (seesAll || field.public !== false);
  });
  return Object.assign(presented, Object.fromEntries(custom));
}

/** Builds the response with a listing, including its entity tag. */
export function listingAnswer(
  listing: ListingRecord,
  view: ListingView,
  viewer: Viewer,
): { status: 200; headers: { ETag: string }; body: ListingEnvelope } {
  const data = presentListing(listing, view, viewer);
  return { status: 200, headers: { ETag: entityTagOf(listing, data) }, body: { data } };
}
