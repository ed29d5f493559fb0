import { isDeepStrictEqual } from "node:util";
import type { UpdateListingBody, UpdateListingResponse } from "@specwright/marketplace-api/types";
import { listingRefusal } from "../access/listing-access.ts";
import { relationOf } from "../access/relation.ts";
import { recordAuditAction } from "../audit/record-audit-action.ts";
import { callerOf, type Handlers } from "../caller.ts";
import { type CustomFields, customValuesOf } from "../custom-fields/compile-custom-fields.ts";
import { changeCustomValues } from "../custom-fields/custom-fields.ts";
import { refuseReserved } from "../custom-fields/refuse-reserved.ts";
import { isOutdated } from "../entity-tag.ts";
import { answerInTransaction } from "../idempotency/answer-in-transaction.ts";
import { listingAnswer } from "../present/present-listing.ts";
import { invalidBody, notFound, problemAnswer } from "../problem-answer.ts";
import { unknownCategory } from "../search/unknown-category.ts";
import type { Services } from "../services.ts";
import { standardFields } from "../standard-fields.ts";
import type { ListingRecord } from "../storage/listing-repository.ts";
import { nextStatus } from "./listing-transitions.ts";
import { refusalAnswer } from "./move-listing.ts";

/**
 * Serves `POST /listings/{listing_id}`. A field that is absent in the body does not change, and
 * `null` clears it. If nothing changes, the version of the listing stays the same.
 */
export function updateListing(services: Services): Handlers["updateListing"] {
  const { clock, categories, isModerated, listingView } = services;
  const fields = services.customFields.listings;
  return async ({ path, headers, body }, context) => {
    const caller = callerOf(context);
    return await answerInTransaction(
      services,
      context,
      async (stored): Promise<UpdateListingResponse> => {
        const listing = await stored.listings.lock(path.listing_id);
        if (listing === undefined) return notFound();
        const refusal = listingRefusal("updateListing", caller, listing);
        if (refusal !== undefined) return refusalAnswer(refusal, caller, listing);
        if (isOutdated(headers, listing)) return problemAnswer(412, "precondition_failed");
        const custom = customValuesOf(body, standardFields.updateListing);
        const reserved = caller.role === "admin" ? [] : refuseReserved(custom, fields);
        if (reserved.length > 0) return invalidBody(...reserved);
        const unknown = unknownCategory(body.category, categories);
        if (unknown !== undefined) return invalidBody(unknown);
        const changed = changedListing(listing, body, custom);
        if (isDeepStrictEqual(changed, listing)) return listingAnswer(listing, listingView, caller);
        const moved = isModeratedChange(listing, changed, fields)
          ? nextStatus("updateListing", listing, relationOf(caller, listing.userId), isModerated)
          : undefined;
        // No transition applies to a draft: it stays a draft until it is submitted.
        const next = { ...changed, status: moved ?? listing.status, updatedAt: clock.now() };
        const updated = await stored.listings.updateContent(next, listing);
        await recordAuditAction(stored, services, caller, {
          ...{ action: "updateListing", subject: "listing", subjectId: listing.id },
          ownerId: listing.userId,
          details: { fields: Object.keys(body).join(", ") },
        });
        return listingAnswer(updated, listingView, caller);
      },
    );
  };
}

function changedListing(
  listing: ListingRecord,
  body: UpdateListingBody,
  custom: Readonly<Record<string, unknown>>,
): ListingRecord {
  return {
    ...listing,
    title: body.title ?? listing.title,
    description: body.description === undefined ? listing.description : body.description,
    category: body.category === undefined ? listing.category : body.category,
    price: body.price === undefined ? listing.price : body.price,
    location: body.location === undefined ? listing.location : body.location,
    customFields: changeCustomValues(listing.customFields, custom),
  };
}

/**
 * Reports whether a moderator must review a change. This is the case if the change affects the
 * text, the category, or a moderated custom field.
 */
function isModeratedChange(
  before: ListingRecord,
  after: ListingRecord,
  fields: CustomFields,
): boolean {
  if (before.title !== after.title || before.description !== after.description) return true;
  if (before.category !== after.category) return true;
  return [...fields.values()].some(
    ({ name, moderated }) =>
      moderated === true && !isDeepStrictEqual(before.customFields[name], after.customFields[name]),
  );
}
