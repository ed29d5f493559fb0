import type { Attachment, AttachmentEnvelope } from "@specwright/marketplace-api/types";
import { entityTagOf } from "../entity-tag.ts";
import type { FileLinks } from "../files/file-links.ts";
import type { AttachmentRecord } from "../storage/attachment-repository.ts";
import { madeSizes } from "../storage/image-sizes.ts";
import type { ListingRecord } from "../storage/listing-repository.ts";
import { timestamp } from "../timestamp.ts";

/** Returns an image in the form of the API, for a caller who may see its listing. */
export function presentAttachment(
  image: AttachmentRecord,
  { status }: Pick<ListingRecord, "status">,
  links: FileLinks,
): Attachment {
  return {
    id: image.id,
    listing_id: image.listingId,
    media_type: image.mediaType,
    byte_size: image.byteSize,
    sha256: image.sha256,
    width: image.width,
    height: image.height,
    sort_order: image.sortOrder,
    url: links.urlOf(image, status),
    sizes: madeSizes(image).map((size) => ({
      ...size,
      url: links.urlOf(image, status, size.width),
    })),
    created_at: timestamp(image.createdAt),
  };
}

/** Builds the response with an image, including its entity tag. */
export function attachmentAnswer(
  image: AttachmentRecord,
  listing: Pick<ListingRecord, "status">,
  links: FileLinks,
): { headers: { ETag: string }; body: AttachmentEnvelope } {
  const data = presentAttachment(image, listing, links);
  return { headers: { ETag: entityTagOf(image, data) }, body: { data } };
}
