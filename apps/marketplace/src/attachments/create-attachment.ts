import { createHash } from "node:crypto";
import type { CreateAttachmentResponse } from "@specwright/marketplace-api/types";
import { listingRefusal } from "../access/listing-access.ts";
import { relationOf } from "../access/relation.ts";
import { type Caller, callerOf, type Handlers } from "../caller.ts";
import { removeFile } from "../files/remove-file.ts";
import { answerInTransaction } from "../idempotency/answer-in-transaction.ts";
import { nextStatus } from "../listings/listing-transitions.ts";
import { refusalAnswer } from "../listings/move-listing.ts";
import { attachmentAnswer } from "../present/present-attachment.ts";
import { notFound, type ProblemAnswer, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import type { AttachmentRecord, ImageType } from "../storage/attachment-repository.ts";
import { sizeName } from "../storage/image-sizes.ts";
import type { ListingRecord } from "../storage/listing-repository.ts";
import { encodeImage } from "./encode-image.ts";
import { imageTypeOf } from "./image-type.ts";
import { storeFiles } from "./store-files.ts";

/** The maximum number of images of a listing. */
export const MAX_IMAGES = 10;
/**
 * The maximum size of an image in bytes. It applies to the uploaded image and to the stored image.
 */
export const MAX_IMAGE_BYTES: number = 10 * 1024 * 1024;

type Refusal = ProblemAnswer<400 | 403 | 404 | 409 | 413 | 415>;

/**
 * Serves `POST /attachments`. The files are stored before the row of the image. If a crash happens
 * in between, the sweeper removes the files later.
 */
export function createAttachment(services: Services): Handlers["createAttachment"] {
  const { storage, files, fileLinks, clock, random, imageQueue, publicPath, isModerated } =
    services;
  return async ({ body }, context) => {
    const caller = callerOf(context);
    const listing = await storage.committed.listings.byId(body.listing_id);
    const early = additionRefusal(caller, listing);
    if (early !== undefined) return early;
    const read = await readImage(body.file, body.sha256);
    if ("refusal" in read) return read.refusal;
    const { bytes, mediaType } = read;
    const result = await imageQueue(() => encodeImage(bytes, mediaType));
    if (result.kind === "unreadable") return unsupportedImageType();
    if (result.kind === "too_large" || result.image.bytes.byteLength > MAX_IMAGE_BYTES) {
      return problemAnswer(413, "payload_too_large", { detail: "The image has too many pixels." });
    }
    const { image } = result;
    const extension = mediaType === "image/png" ? "png" : "jpg";
    const fileName = `${Buffer.from(random(16)).toString("hex")}.${extension}`;
    const now = clock.now();
    const stored = [
      { name: fileName, bytes: image.bytes },
      ...image.sizes.map((size) => ({ name: sizeName(fileName, size.width), bytes: size.bytes })),
    ];
    await storeFiles(services, stored, { mediaType, now });
    // If the transaction fails, the row may still exist, for example after an outage during the
    // commit. The sweeper looks for the row before it removes the files.
    const answer = await answerInTransaction(
      services,
      context,
      async ({ listings, attachments }): Promise<CreateAttachmentResponse> => {
        const current = await listings.lock(body.listing_id);
        const late = additionRefusal(caller, current);
        if (late !== undefined || current === undefined) return late ?? notFound();
        const added = await attachments.insert({
          listingId: current.id,
          fileName,
          sortOrder: current.images.length,
          mediaType,
          byteSize: image.bytes.byteLength,
          sha256: imageDigest(image.bytes),
          width: image.width,
          height: image.height,
          isSized: true,
          createdAt: now,
        });
        const relation = relationOf(caller, current.userId);
        const status =
          nextStatus("createAttachment", current, relation, isModerated) ?? current.status;
        await listings.update({ ...current, status, updatedAt: now });
        return createdAnswer(added, { ...current, status });
      },
    );
    if (answer.status !== 201) {
      for (const { name } of stored) await removeFile(files, name, context.log);
    }
    return answer;
  };

  function createdAnswer(
    image: AttachmentRecord,
    listing: ListingRecord,
  ): CreateAttachmentResponse {
    const { headers, body } = attachmentAnswer(image, listing, fileLinks);
    const Location = `${publicPath}/attachments/${image.id}`;
    return { status: 201, headers: { ...headers, Location }, body };
  }
}

/**
 * Returns the response to a caller who may not add an image to a listing; undefined if the caller
 * may.
 */
function additionRefusal(
  caller: Caller,
  listing: ListingRecord | undefined,
): ProblemAnswer<403 | 404 | 409> | undefined {
  if (listing === undefined) return notFound();
  const refusal = listingRefusal("createAttachment", caller, listing);
  if (refusal !== undefined) return refusalAnswer(refusal, caller, listing);
  if (listing.images.length < MAX_IMAGES) return undefined;
  return problemAnswer(409, "too_many_images");
}

async function readImage(
  file: Blob,
  sha256: string | undefined,
): Promise<
  { readonly bytes: Uint8Array; readonly mediaType: ImageType } | { readonly refusal: Refusal }
> {
  if (file.size > MAX_IMAGE_BYTES) return { refusal: problemAnswer(413, "payload_too_large") };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (sha256 !== undefined && sha256 !== imageDigest(bytes)) {
    const message = "Does not match the received bytes.";
    const errors = [{ pointer: "/sha256", code: "digest", message }];
    return { refusal: problemAnswer(400, "digest_mismatch", { errors }) };
  }
  const name = file instanceof File ? file.name : "";
  const mediaType = imageTypeOf(bytes, name, file.type);
  return mediaType === undefined ? { refusal: unsupportedImageType() } : { bytes, mediaType };
}

function unsupportedImageType(): ProblemAnswer<415> {
  const detail =
    "Only intact JPEG and PNG images are accepted, with a matching file name and media type.";
  return problemAnswer(415, "unsupported_media_type", { detail });
}

function imageDigest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
