import type {
  DeleteAttachmentResponse,
  UpdateAttachmentResponse,
} from "@specwright/marketplace-api/types";
import { listingRefusal } from "../access/listing-access.ts";
import { relationOf } from "../access/relation.ts";
import { type Caller, callerOf, type Handlers } from "../caller.ts";
import { isOutdated } from "../entity-tag.ts";
import { removeFile } from "../files/remove-file.ts";
import { answerInTransaction } from "../idempotency/answer-in-transaction.ts";
import { nextStatus } from "../listings/listing-transitions.ts";
import { forbiddenMove } from "../listings/move-listing.ts";
import { attachmentAnswer } from "../present/present-attachment.ts";
import { notFound, type ProblemAnswer, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import type { AttachmentRecord } from "../storage/attachment-repository.ts";
import { fileNamesOf } from "../storage/image-sizes.ts";
import type { Repositories } from "../storage/marketplace-storage.ts";
import type { FoundAttachment } from "./read-attachment.ts";

/**
 * Serves `POST /attachments/{attachment_id}`: moves the image to a position. If the listing has
 * fewer images, the image becomes the last one. The other images are renumbered without a gap.
 */
export function updateAttachment(services: Services): Handlers["updateAttachment"] {
  const { clock, fileLinks, isModerated } = services;
  return async ({ path, headers, body }, context) => {
    const caller = callerOf(context);
    return await answerInTransaction(
      services,
      context,
      async (stored): Promise<UpdateAttachmentResponse> => {
        const found = await lockListing(
          "updateAttachment",
          stored,
          caller,
          path.attachment_id,
          headers,
        );
        if ("status" in found) return found;
        const { image, listing } = found;
        const others = listing.images.filter(({ id }) => id !== image.id);
        const isMoved = await renumberImages(stored, others.toSpliced(body.sort_order, 0, image));
        const relation = relationOf(caller, listing.userId);
        const moved = isMoved
          ? nextStatus("updateAttachment", listing, relation, isModerated)
          : undefined;
        const status = moved ?? listing.status;
        if (isMoved) await stored.listings.update({ ...listing, status, updatedAt: clock.now() });
        const current = (await stored.attachments.byId(image.id)) ?? image;
        return { status: 200, ...attachmentAnswer(current, { status }, fileLinks) };
      },
    );
  };
}

/**
 * Serves `DELETE /attachments/{attachment_id}`. If a crash leaves files of the image behind, the
 * sweeper removes them later.
 */
export function deleteAttachment(services: Services): Handlers["deleteAttachment"] {
  const { storage, clock, files } = services;
  return async ({ path, headers }, context) => {
    const caller = callerOf(context);
    let deleted: AttachmentRecord | undefined;
    const answer = await storage.transaction(async (stored): Promise<DeleteAttachmentResponse> => {
      const found = await lockListing(
        "deleteAttachment",
        stored,
        caller,
        path.attachment_id,
        headers,
      );
      if ("status" in found) return found;
      const { image, listing } = found;
      await stored.attachments.delete(image.id);
      await renumberImages(
        stored,
        listing.images.filter(({ id }) => id !== image.id),
      );
      await stored.listings.update({ ...listing, updatedAt: clock.now() });
      deleted = image;
      return { status: 204 };
    });
    if (answer.status === 204 && deleted !== undefined) {
      for (const name of fileNamesOf(deleted)) await removeFile(files, name, context.log);
    }
    return answer;
  };
}

/**
 * Locks the listing of an image. If the caller may not change the image, returns the response that
 * says so.
 */
async function lockListing(
  operation: "updateAttachment" | "deleteAttachment",
  stored: Repositories,
  caller: Caller,
  id: number,
  headers: { readonly "If-Match"?: string } | undefined,
): Promise<FoundAttachment | ProblemAnswer<403 | 404 | 412>> {
  const seen = await stored.attachments.byId(id);
  const listing = seen && (await stored.listings.lock(seen.listingId));
  const image = listing?.images.find((held) => held.id === id);
  if (listing === undefined || image === undefined) return notFound();
  const refusal = listingRefusal(operation, caller, listing);
  if (refusal !== undefined) return refusal === 404 ? notFound() : forbiddenMove(caller, listing);
  return isOutdated(headers, image)
    ? problemAnswer(412, "precondition_failed")
    : { image, listing };
}

/** Sets the positions of the images to 0, 1, 2 and so on. Reports whether a position changed. */
async function renumberImages(
  { attachments }: Pick<Repositories, "attachments">,
  images: readonly AttachmentRecord[],
): Promise<boolean> {
  const moved = [...images.entries()].filter(([place, { sortOrder }]) => place !== sortOrder);
  for (const [place, { id }] of moved) await attachments.place(id, place);
  return moved.length > 0;
}
