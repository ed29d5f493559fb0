import { type Context, callerOf, type Handlers } from "../caller.ts";
import type { MailContents } from "../mail/mail-declarations.ts";
import { postLetter } from "../mail/post-letter.ts";
import { listingAnswer } from "../present/present-listing.ts";
import { invalidBody, type ProblemAnswer, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import type { ListingRecord } from "../storage/listing-repository.ts";
import type { Repositories } from "../storage/marketplace-storage.ts";
import { listingMail } from "./listing-mails.ts";
import { type Move, moveListing, type NotMoved } from "./move-listing.ts";

/** How long a listing stays in the trash, in milliseconds. */
export const TRASH_MS: number = 30 * 24 * 60 * 60_000;

type Answer = ReturnType<typeof listingAnswer> | NotMoved;

function moveAndShow(services: Services, context: Context, move: Move): Promise<Answer> {
  return moveListing(services, context, move, (listing) =>
    listingAnswer(listing, services.listingView, context.principal),
  );
}

/** Serves `POST /listings/{listing_id}/submit`. */
export function submitListing(services: Services): Handlers["submitListing"] {
  return ({ path, headers }, context) =>
    moveAndShow(services, context, {
      operation: "submitListing",
      listingId: path.listing_id,
      headers,
      check: incompleteListing,
    });
}

/** Serves `POST /listings/{listing_id}/withdraw`. */
export function withdrawListing(services: Services): Handlers["withdrawListing"] {
  return ({ path, headers }, context) =>
    moveAndShow(services, context, {
      operation: "withdrawListing",
      listingId: path.listing_id,
      headers,
    });
}

/**
 * Serves `POST /listings/{listing_id}/hide`. Without a body, the request toggles between hidden and
 * published. If the caller is not the owner, the listing is also held, and the owner gets the
 * reason by mail.
 */
export function hideListing(services: Services): Handlers["hideListing"] {
  return async ({ path, headers, body }, context) => {
    const { userId } = callerOf(context);
    const answer = await moveAndShow(services, context, {
      operation: "hideListing",
      listingId: path.listing_id,
      headers,
      reason: body?.reason,
      ...(body === undefined ? {} : { unless: body.hidden ? "hidden" : "publish" }),
      check(listing) {
        const hidesListing = listing.status === "publish" && body?.hidden !== false;
        if (!hidesListing || listing.userId === userId || body?.reason !== undefined)
          return undefined;
        return invalidBody({ pointer: "/reason", code: "required", message: "Is required here." });
      },
      async also(stored, listing) {
        if (listing.status !== "hidden" || !listing.held || body?.reason === undefined) return;
        await mailOwner(
          services,
          stored,
          listing,
          listingMail("listing-hidden", listing, body.reason),
        );
      },
    });
    if (answer.status === 200) services.onMail();
    return answer;
  };
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

/** Serves `POST /listings/{listing_id}/reject`: the owner gets the reason by mail. */
export function rejectListing(services: Services): Handlers["rejectListing"] {
  return async ({ path, headers, body }, context) => {
    const answer = await moveAndShow(services, context, {
      operation: "rejectListing",
      listingId: path.listing_id,
      headers,
      reason: body.reason,
      also: (stored, listing) =>
        mailOwner(services, stored, listing, listingMail("listing-rejected", listing, body.reason)),
    });
    if (answer.status === 200) services.onMail();
    return answer;
  };
}

/** Serves `POST /listings/{listing_id}/restore`: restores a listing from the trash. */
export function restoreListing(services: Services): Handlers["restoreListing"] {
  return ({ path, headers }, context) =>
    moveAndShow(services, context, {
      operation: "restoreListing",
      listingId: path.listing_id,
      headers,
      check({ trashedAt }) {
        if (trashedAt === null || services.clock.now() - trashedAt < TRASH_MS) return undefined;
        const detail = "The listing was in the trash for 30 days and is being deleted.";
        return problemAnswer(409, "invalid_state", { detail });
      },
    });
}

/** Serves `DELETE /listings/{listing_id}`: moves a listing to the trash. */
export function deleteListing(services: Services): Handlers["deleteListing"] {
  return async ({ path, headers }, context) => {
    const move: Move = { operation: "deleteListing", listingId: path.listing_id, headers };
    const answer = await moveListing(services, context, move, () => ({ status: 204 }) as const);
    if (answer.status === 204) return answer;
    const { status, body } = answer;
    // The owner may delete a listing in every state, and the request has no body, so these cannot
    // occur.
    if (status === 409 || status === 400) throw new TypeError(`deleting returned ${status}`);
    return { status, body };
  };
}

async function mailOwner(
  services: Services,
  { users, outbox }: Pick<Repositories, "users" | "outbox">,
  { userId }: Pick<ListingRecord, "userId">,
  contents: MailContents,
): Promise<void> {
  const owner = await users.byId(userId);
  if (owner !== undefined) await postLetter(outbox, services, owner.email, contents);
}

function incompleteListing({ description }: ListingRecord): ProblemAnswer<409> | undefined {
  if (description !== null && description !== "") return undefined;
  const detail = "A listing needs a description before it is submitted.";
  return problemAnswer(409, "listing_incomplete", { detail });
}
