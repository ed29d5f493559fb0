import type { CreateListingResponse } from "@specwright/marketplace-api/types";
import { callerOf, type Handlers, requireUser } from "../caller.ts";
import { customValuesOf } from "../custom-fields/compile-custom-fields.ts";
import { changeCustomValues } from "../custom-fields/custom-fields.ts";
import { refuseReserved } from "../custom-fields/refuse-reserved.ts";
import { answerInTransaction } from "../idempotency/answer-in-transaction.ts";
import { listingAnswer } from "../present/present-listing.ts";
import { invalidBody } from "../problem-answer.ts";
import { unknownCategory } from "../search/unknown-category.ts";
import type { Services } from "../services.ts";
import { standardFields } from "../standard-fields.ts";

/** Serves `POST /listings`: creates a draft that belongs to the caller. */
export function createListing(services: Services): Handlers["createListing"] {
  const { clock, categories, publicPath, listingView } = services;
  const fields = services.customFields.listings;
  return async ({ body }, context) => {
    const caller = callerOf(context);
    const custom = customValuesOf(body, standardFields.createListing);
    const reserved = caller.role === "admin" ? [] : refuseReserved(custom, fields);
    if (reserved.length > 0) return invalidBody(...reserved);
    const unknown = unknownCategory(body.category, categories);
    if (unknown !== undefined) return invalidBody(unknown);
    const now = clock.now();
    return await answerInTransaction(
      services,
      context,
      async (stored): Promise<CreateListingResponse> => {
        await requireUser(stored, caller);
        const listing = await stored.listings.insert({
          userId: caller.userId,
          status: "draft",
          title: body.title,
          description: body.description ?? null,
          category: body.category ?? null,
          price: body.price ?? null,
          location: body.location ?? null,
          customFields: changeCustomValues({}, custom),
          createdAt: now,
          updatedAt: now,
        });
        const { headers, body: shown } = listingAnswer(listing, listingView, caller);
        const Location = `${publicPath}/listings/${listing.id}`;
        return { status: 201, headers: { ...headers, Location }, body: shown };
      },
    );
  };
}
