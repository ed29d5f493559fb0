import type { Context, Handlers } from "../caller.ts";
import { postLetter } from "../mail/letter.ts";
import { type ProblemAnswer, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import type { ListingRecord } from "./listing-repository.ts";
import { type Move, moveListing, type NotMoved } from "./move-listing.ts";
import { listingAnswer } from "./present-listing.ts";
import { rejectedListingMail } from "./rejected-listing-mail.ts";

type Answer = ReturnType<typeof listingAnswer> | NotMoved;

function moveAndShow(services: Services, context: Context, move: Move): Promise<Answer> {
  return moveListing(services, context, move, (listing) =>
    listingAnswer(listing, services.listingView),
  );
}

/** Serves `POST /listings/{listing_id}/submit`. */
export function submitListing(services: Services): Handlers["submitListing"] {
  return ({ path, headers }, context) =>
    moveAndShow(services, context, {
      operation: "submitListing",
      listingId: path.listing_id,
      headers,
      check: incomplete,
    });
}

/** Serves `POST /listings/{listing_id}/hide`: without a body it turns the state over (M5). */
export function hideListing(services: Services): Handlers["hideListing"] {
  return ({ path, headers, body }, context) =>
    moveAndShow(services, context, {
      operation: "hideListing",
      listingId: path.listing_id,
      headers,
      ...(body === undefined ? {} : { unless: body.hidden ? "hidden" : "publish" }),
    });
}

/** Serves `POST /listings/{listing_id}/approve`. */
export function approveListing(services: Services): Handlers["approveListing"] {
  return ({ path, headers }, context) =>
    moveAndShow(services, context, {
      operation: "approveListing",
      listingId: path.listing_id,
      headers,
    });
}

/** Serves `POST /listings/{listing_id}/reject`: the reason is mailed to the owner. */
export function rejectListing(services: Services): Handlers["rejectListing"] {
  return async ({ path, headers, body }, context) => {
    const answer = await moveAndShow(services, context, {
      operation: "rejectListing",
      listingId: path.listing_id,
      headers,
      async also({ users, outbox }, listing) {
        const owner = await users.byId(listing.userId);
        if (owner === undefined) return;
        const letter = rejectedListingMail(listing, body.reason);
        await postLetter(outbox, services, owner.email, letter);
      },
    });
    if (answer.status === 200) services.onMail();
    return answer;
  };
}

/** Serves `DELETE /listings/{listing_id}`: to the trash. */
export function deleteListing(services: Services): Handlers["deleteListing"] {
  return async ({ path, headers }, context) => {
    const move: Move = { operation: "deleteListing", listingId: path.listing_id, headers };
    const answer = await moveListing(services, context, move, () => ({ status: 204 }) as const);
    if (answer.status === 204) return answer;
    const { status, body } = answer;
    // The table has no state that this does not start from.
    if (status === 409) throw new TypeError("deleting a listing answered 409");
    return { status, body };
  };
}

function incomplete({ description }: ListingRecord): ProblemAnswer<409> | undefined {
  if (description !== null && description !== "") return undefined;
  const detail = "A listing needs a description before it is submitted.";
  return problemAnswer(409, "listing_incomplete", { detail });
}
