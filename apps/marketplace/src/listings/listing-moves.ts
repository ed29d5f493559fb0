import { callerOf, type Handlers } from "../caller.ts";
import { postLetter } from "../mail/letter.ts";
import { type ProblemAnswer, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import type { ListingRecord } from "./listing-repository.ts";
import { type Move, moveListing } from "./move-listing.ts";
import { listingAnswer } from "./present-listing.ts";
import { rejectedListingMail } from "./rejected-listing-mail.ts";

type Answer = ReturnType<typeof listingAnswer> | ProblemAnswer<403 | 404 | 409 | 412>;

async function moveAndShow(services: Services, move: Move): Promise<Answer> {
  const moved = await moveListing(services, move);
  return moved.ok ? listingAnswer(moved.listing, services.listingView) : moved.answer;
}

/** Serves `POST /listings/{listing_id}/submit`. */
export function submitListing(services: Services): Handlers["submitListing"] {
  return ({ path, headers }, context) =>
    moveAndShow(services, {
      operation: "submitListing",
      caller: callerOf(context),
      listingId: path.listing_id,
      headers,
      check: incomplete,
    });
}

/** Serves `POST /listings/{listing_id}/hide`: without a body it turns the state over (M5). */
export function hideListing(services: Services): Handlers["hideListing"] {
  return ({ path, headers, body }, context) =>
    moveAndShow(services, {
      operation: "hideListing",
      caller: callerOf(context),
      listingId: path.listing_id,
      headers,
      ...(body === undefined ? {} : { unless: body.hidden ? "hidden" : "publish" }),
    });
}

/** Serves `POST /listings/{listing_id}/approve`. */
export function approveListing(services: Services): Handlers["approveListing"] {
  return ({ path, headers }, context) =>
    moveAndShow(services, {
      operation: "approveListing",
      caller: callerOf(context),
      listingId: path.listing_id,
      headers,
    });
}

/** Serves `POST /listings/{listing_id}/reject`: the reason is mailed to the owner. */
export function rejectListing(services: Services): Handlers["rejectListing"] {
  return async ({ path, headers, body }, context) => {
    const answer = await moveAndShow(services, {
      operation: "rejectListing",
      caller: callerOf(context),
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
    const moved = await moveListing(services, {
      operation: "deleteListing",
      caller: callerOf(context),
      listingId: path.listing_id,
      headers,
    });
    if (moved.ok) return { status: 204 };
    const { status, body } = moved.answer;
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
