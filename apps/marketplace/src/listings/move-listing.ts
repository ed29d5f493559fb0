import { listingRefusal } from "../access/listing-access.ts";
import { type Relation, relationOf } from "../access/relation.ts";
import { recordAuditAction } from "../audit/record-audit-action.ts";
import { type Caller, type Context, callerOf } from "../caller.ts";
import { isOutdated } from "../entity-tag.ts";
import { answerInTransaction } from "../idempotency/answer-in-transaction.ts";
import { notFound, type ProblemAnswer, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import type { ListingRecord } from "../storage/listing-repository.ts";
import type { ListingStatus } from "../storage/listing-status.ts";
import type { Repositories } from "../storage/marketplace-storage.ts";
import { type MovingOperation, nextStatus } from "./listing-transitions.ts";

/** A request to change the state of a listing. */
export interface Move {
  readonly operation: Exclude<
    MovingOperation,
    "updateListing" | "createAttachment" | "updateAttachment"
  >;
  readonly listingId: number;
  readonly headers: { readonly "If-Match"?: string } | undefined;
  /** If the listing already has this state, it does not change. */
  readonly unless?: ListingStatus;
  /** The reason. The owner reads it, and the audit log contains it. */
  readonly reason?: string | undefined;
  /**
   * Returns a response that rejects the move for a reason other than the state; otherwise
   * undefined.
   */
  readonly check?: (
    listing: ListingRecord,
    relation: Relation,
  ) => ProblemAnswer<400 | 409> | undefined;
  /** Runs in the transaction of the move, after the listing has changed. */
  readonly also?: (stored: Repositories, moved: ListingRecord) => Promise<void>;
}

/** The response if the listing could not be moved. */
export type NotMoved = ProblemAnswer<400 | 403 | 404 | 409 | 412>;

/**
 * Changes the state of a listing. The access table decides whether the caller may do this, and the
 * transition table determines the new state. Responds with the result of `show`.
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
    const relation = relationOf(caller, listing.userId);
    const fault = move.check?.(listing, relation);
    if (fault !== undefined) return fault;
    const status = nextStatus(operation, listing, relation, isModerated);
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
    await recordAuditAction(stored, services, caller, {
      ...{ action: operation, subject: "listing", subjectId: listing.id },
      ownerId: listing.userId,
      details: { from: listing.status, to: status, ...(reason === undefined ? {} : { reason }) },
    });
    await move.also?.(stored, moved);
    return show(moved);
  });
}

/**
 * Reports whether a moderator holds a listing after the move. The hold ends when the listing is
 * published.
 */
function isHeld(
  { operation }: Move,
  { held, userId }: ListingRecord,
  status: ListingStatus,
  caller: Pick<Caller, "userId">,
): boolean {
  if (status === "publish") return false;
  return held || (operation === "hideListing" && caller.userId !== userId);
}

/**
 * Builds the response to a caller who may not perform an operation according to the access table.
 */
export function refusalAnswer(
  status: 403 | 404 | 409,
  caller: Pick<Caller, "userId">,
  listing: Pick<ListingRecord, "userId" | "status" | "held">,
): ProblemAnswer<403 | 404 | 409> {
  if (status === 404) return notFound();
  if (status === 409) {
    const detail =
      listing.status === "pending"
        ? "The listing is pending. Wait for the decision of a moderator."
        : `The state ${listing.status} of the listing does not allow this operation.`;
    return problemAnswer(409, "invalid_state", { detail });
  }
  return forbiddenMove(caller, listing);
}

/** Builds the response to a caller who may see a listing but may not perform the operation. */
export function forbiddenMove(
  caller: Pick<Caller, "userId">,
  listing: Pick<ListingRecord, "userId" | "status" | "held">,
): ProblemAnswer<403> {
  const detail = caller.userId === listing.userId ? changeRefusal(listing) : undefined;
  return problemAnswer(403, "forbidden", detail === undefined ? {} : { detail });
}

/** Returns the reason why an owner cannot change a listing; undefined if no reason is known. */
function changeRefusal({
  status,
  held,
}: Pick<ListingRecord, "status" | "held">): string | undefined {
  if (status === "pending") return "The listing is pending. Withdraw it first.";
  if (status === "trash") return "The listing is in the trash. Restore it first.";
  return held ? "A moderator hid the listing. Only a moderator can publish it again." : undefined;
}
