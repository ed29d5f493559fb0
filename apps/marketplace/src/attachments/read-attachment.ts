import { listingRefusal } from "../access/listing-access.ts";
import type { Handlers } from "../caller.ts";
import { attachmentAnswer } from "../present/present-attachment.ts";
import { notFound } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import type { AttachmentRecord } from "../storage/attachment-repository.ts";
import type { ListingRecord } from "../storage/listing-repository.ts";
import type { Readers } from "../storage/marketplace-storage.ts";

/** An image with its listing. */
export interface FoundAttachment {
  readonly image: AttachmentRecord;
  readonly listing: ListingRecord;
}

/** Finds an image with its listing, regardless of permissions. */
export async function findAttachment(
  stored: Pick<Readers, "attachments" | "listings">,
  id: number,
): Promise<FoundAttachment | undefined> {
  const image = await stored.attachments.byId(id);
  const listing = image && (await stored.listings.byId(image.listingId));
  return image === undefined || listing === undefined ? undefined : { image, listing };
}

/** Serves `GET /attachments/{attachment_id}`. */
export function getAttachment({ storage, fileLinks }: Services): Handlers["getAttachment"] {
  return async ({ path }, context) => {
    const caller = context.principal;
    const found = await findAttachment(storage.committed, path.attachment_id);
    if (found === undefined) return notFound();
    if (listingRefusal("getAttachment", caller, found.listing) !== undefined) return notFound();
    return { status: 200, ...attachmentAnswer(found.image, found.listing, fileLinks) };
  };
}

/**
 * Serves `GET /attachments/{attachment_id}/file`. A link is valid as long as the status of its
 * listing. Headers prevent browsers from interpreting the bytes as anything else.
 */
export function getAttachmentFile(services: Services): Handlers["getAttachmentFile"] {
  const { storage, files, fileLinks } = services;
  return async ({ path, query }) => {
    const id = path.attachment_id;
    const found = await findAttachment(storage.committed, id);
    if (found === undefined) return notFound();
    const { image, listing } = found;
    if (!fileLinks.isGood(id, query, listing.status)) return notFound();
    const bytes = await files.get(image.fileName);
    if (bytes === undefined) return notFound();
    const extension = image.mediaType === "image/png" ? "png" : "jpg";
    return {
      status: 200,
      contentType: image.mediaType,
      headers: {
        ETag: `"${image.sha256}"`,
        "Cache-Control": "private, max-age=300",
        "Content-Disposition": `inline; filename="image-${id}.${extension}"`,
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Cross-Origin-Resource-Policy": "cross-origin",
      },
      body: bytes,
    };
  };
}
