import type { GetImageResponse } from "@specwright/marketplace-api/types";
import { listingRefusal } from "../access/listing-access.ts";
import type { Handlers } from "../caller.ts";
import type { FileStore } from "../files/file-store.ts";
import { publicImageName, readPublicImageName } from "../files/public-image-name.ts";
import { attachmentAnswer } from "../present/present-attachment.ts";
import { readCaching } from "../present/read-caching.ts";
import { notFound } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import type { AttachmentRecord } from "../storage/attachment-repository.ts";
import { madeSizes, sizeName } from "../storage/image-sizes.ts";
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
    const { headers, body } = attachmentAnswer(found.image, found.listing, fileLinks);
    return { status: 200, headers: { ...headers, ...readCaching(caller) }, body };
  };
}

/**
 * Serves `GET /attachments/{attachment_id}/file`, for images of listings that are not published. A
 * link becomes invalid when the status of the listing changes.
 */
export function getAttachmentFile(services: Services): Handlers["getAttachmentFile"] {
  const { storage, files, fileLinks } = services;
  return async ({ path, query }) => {
    const found = await findAttachment(storage.committed, path.attachment_id);
    if (found === undefined) return notFound();
    const { image, listing } = found;
    if (!fileLinks.isGood(image.id, query, listing.status)) return notFound();
    return await fileAnswer(files, { image, width: query.width, keep: "private, max-age=300" });
  };
}

/** Serves `GET /images/{image_name}`, for images of published listings. */
export function getImage({ storage, files }: Services): Handlers["getImage"] {
  return async ({ path }) => {
    const { attachmentId = 0, width } = readPublicImageName(path.image_name) ?? {};
    const found = await findAttachment(storage.committed, attachmentId);
    if (found === undefined || found.listing.status !== "publish") return notFound();
    const { image } = found;
    if (path.image_name !== publicImageName(image, width)) return notFound();
    return await fileAnswer(files, { image, width, keep: "public, max-age=31536000, immutable" });
  };
}

/**
 * Builds the response with the bytes of an image, or of its smaller copy if `width` is set. The
 * headers prevent browsers from interpreting the bytes as a different type.
 */
async function fileAnswer(
  files: FileStore,
  wanted: {
    readonly image: AttachmentRecord;
    readonly width: number | undefined;
    readonly keep: string;
  },
): Promise<GetImageResponse> {
  const { image, width, keep } = wanted;
  const isKnownSize = width === undefined || madeSizes(image).some((size) => size.width === width);
  const { id, fileName, mediaType } = image;
  const bytes = isKnownSize
    ? await files.get(width === undefined ? fileName : sizeName(fileName, width))
    : undefined;
  if (bytes === undefined) return notFound();
  const size = width === undefined ? "" : `-${width}`;
  const extension = mediaType === "image/png" ? "png" : "jpg";
  return {
    status: 200,
    contentType: mediaType,
    headers: {
      ETag: `"${image.sha256}${size}"`,
      "Cache-Control": keep,
      "Content-Disposition": `inline; filename="image-${id}${size}.${extension}"`,
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
    body: bytes,
  };
}
