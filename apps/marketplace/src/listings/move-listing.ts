import { listingRefusal } from "../access/listing-access.ts";
import { type Standing, standingOf } from "../access/standing.ts";
import { noteDeed } from "../audit/note-deed.ts";
import { type Caller, type Context, callerOf } from "../caller.ts";
import { isOutdated } from "../entity-tag.ts";
import { answerInTransaction } from "../idempotency/answer-in-transaction.ts";
import { notFound, type ProblemAnswer, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import type { Repositories } from "../storage/marketplace-storage.ts";
import type { ListingRecord } from "./listing-repository.ts";
import type { ListingStatus } from "./listing-status.ts";
import { type MovingOperation, nextStatus } from "./listing-transitions.ts";

/** Asks for a listing to be moved. */
export interface Move {
  readonly operation: Exclude<
    MovingOperation,
    "updateListing" | "createAttachment" | "updateAttachment"
  >;
  readonly listingId: number;
  readonly headers: { readonly "If-Match"?: string } | undefined;
  /** Leaves a listing that is in this state already as it is. */
  readonly unless?: ListingStatus;
  /** Why it is moved, for its owner and the audit log. */
  readonly reason?: string | undefined;
  /** Refuses a listing that the operation cannot take, whatever its state. */
  readonly check?: (
    listing: ListingRecord,
    standing: Standing,
  ) => ProblemAnswer<400 | 409> | undefined;
  /** Goes with the move, in its transaction. */
  readonly also?: (stored: Repositories, moved: ListingRecord) => Promise<void>;
}

/** The reason why a listing was not moved. */
export type NotMoved = ProblemAnswer<400 | 403 | 404 | 409 | 412>;

/**
 * Moves a listing as the table of transitions has it, once the access table lets the caller, and
 * answers with what `show` makes of it.
 */
export async function moveListing<Answer>(
  services: Services,
  context: Context,
  move: Move,
  show: (listing: ListingRecord) => Answer,
): Promise<Answer | NotMoved> {
  const { clock, isModerated } = services;
  const { operation } = move;
  const caller = callerOf(context);
  return await answerInTransaction(services, context, async (stored) => {
    const listing = await stored.listings.lock(move.listingId);
    if (listing === undefined) return notFound();
    const refusal = listingRefusal(operation, caller, listing);
    if (refusal !== undefined) return refusalAnswer(refusal, caller, listing);
    if (isOutdated(move.headers, listing)) return problemAnswer(412, "precondition_failed");
    const standing = standingOf(caller, listing.userId);
    const fault = move.check?.(listing, standing);
    if (fault !== undefined) return fault;
    const status = nextStatus(operation, listing, standing, isModerated);
    if (status === undefined || listing.status === move.unless) return show(listing);
    const now = clock.now();
    const moved = await stored.listings.update({
      ...listing,
      status,
      held: isHeld(move, listing, status, caller),
      trashedAt: status === "trash" ? (listing.trashedAt ?? now) : null,
      updatedAt: now,
    });
    const { reason } = move;
    await noteDeed(stored, services, caller, {
      ...{ action: operation, subject: "listing", subjectId: listing.id },
      ownerId: listing.userId,
      details: { from: listing.status, to: status, ...(reason === undefined ? {} : { reason }) },
    });
    await move.also?.(stored, moved);
    return show(moved);
  });
}

/** Reports whether a moderator holds a listing after the move, until a moderator releases it. */
function isHeld(
  { operation }: Move,
  { held, userId }: ListingRecord,
  status: ListingStatus,
  caller: Pick<Caller, "userId">,
): boolean {
  if (status === "publish") return false;
  return held || (operation === "hideListing" && caller.userId !== userId);
}

/** Builds the answer to what the access table does not let a caller do. */
export function refusalAnswer(
  status: 403 | 404 | 409,
  caller: Pick<Caller, "userId">,
  listing: Pick<ListingRecord, "userId" | "status" | "held">,
): ProblemAnswer<403 | 404 | 409> {
  if (status === 404) return notFound();
  if (status === 409) {
    const detail =
      listing.status === "pending"
        ? "The listing is pending; a moderator has it."
        : `The listing is in the state ${listing.status}, which this does not start from.`;
    return problemAnswer(409, "invalid_state", { detail });
  }
  return forbidden(caller, listing);
}

/** Builds the answer to what a caller who sees a listing may not do to it. */
export function forbidden(
  caller: Pick<Caller, "userId">,
  listing: Pick<ListingRecord, "userId" | "status" | "held">,
): ProblemAnswer<403> {
  const detail = caller.userId === listing.userId ? whyNot(listing) : undefined;
  return problemAnswer(403, "forbidden", detail === undefined ? {} : { detail });
}

/** Says what keeps an owner from changing what is theirs. */
function whyNot({ status, held }: Pick<ListingRecord, "status" | "held">): string | undefined {
  if (status === "pending") return "The listing is pending; a moderator has it.";
  if (status === "trash") return "The listing is in the trash; restore it first.";
  return held ? "A moderator hid the listing, and shows it again." : undefined;
}
