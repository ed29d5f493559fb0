// The states of a listing as data: which operation changes which state to which other, and for
// whom.

import type { Relation } from "../access/relation.ts";
import type { ListingStatus } from "../storage/listing-status.ts";

/** The operations that may change the state of a listing. */
export type MovingOperation =
  | "submitListing"
  | "withdrawListing"
  | "updateListing"
  | "createAttachment"
  | "updateAttachment"
  | "hideListing"
  | "approveListing"
  | "rejectListing"
  | "deleteListing"
  | "restoreListing";

/** A transition from one state to another. */
export interface ListingTransition {
  readonly operation: MovingOperation;
  readonly from: ListingStatus;
  readonly to: ListingStatus;
  readonly by: readonly Relation[];
  /**
   * Whether this applies only with moderation (`yes`) or only without it (`no`). Absent for both.
   */
  readonly moderated?: "yes" | "no";
  /** Whether it replaces the next entry for a listing that a moderator holds. */
  readonly held?: true;
}

const own: readonly Relation[] = ["owner", "admin"];
const decides: readonly Relation[] = ["moderator", "admin"];

/** Returns the transitions for changes by the owner to what others have seen or may see. */
function changes(operation: MovingOperation): readonly ListingTransition[] {
  return [
    { operation, from: "hidden", to: "pending", by: ["owner"], held: true },
    { operation, from: "publish", to: "pending", by: ["owner"], moderated: "yes" },
    { operation, from: "hidden", to: "pending", by: ["owner"], moderated: "yes" },
  ];
}

/**
 * The transitions, of which the first match applies. Changes by an administrator are not moderated,
 * because nobody is above them. An update changes the state if it changes what a moderator has
 * seen, and so does adding or moving an image. Only moderators can publish a held listing.
 */
export const listingTransitions: readonly ListingTransition[] = [
  { operation: "submitListing", from: "draft", to: "pending", by: ["owner"], moderated: "yes" },
  { operation: "submitListing", from: "draft", to: "publish", by: own, moderated: "no" },
  { operation: "withdrawListing", from: "pending", to: "hidden", by: own, held: true },
  { operation: "withdrawListing", from: "pending", to: "draft", by: own },
  { operation: "approveListing", from: "pending", to: "publish", by: decides },
  { operation: "rejectListing", from: "pending", to: "hidden", by: decides, held: true },
  { operation: "rejectListing", from: "pending", to: "draft", by: decides },
  ...changes("updateListing"),
  ...changes("createAttachment"),
  ...changes("updateAttachment"),
  { operation: "hideListing", from: "hidden", to: "publish", by: decides, held: true },
  { operation: "hideListing", from: "publish", to: "hidden", by: [...own, "moderator"] },
  { operation: "hideListing", from: "hidden", to: "publish", by: own },
  { operation: "deleteListing", from: "draft", to: "trash", by: own },
  { operation: "deleteListing", from: "pending", to: "trash", by: ["admin"] },
  { operation: "deleteListing", from: "publish", to: "trash", by: own },
  { operation: "deleteListing", from: "hidden", to: "trash", by: own },
  { operation: "restoreListing", from: "trash", to: "hidden", by: own, held: true },
  { operation: "restoreListing", from: "trash", to: "draft", by: own },
];

/**
 * Returns the new state of a listing after an operation, or undefined if there is no such
 * transition.
 */
export function nextStatus(
  operation: MovingOperation,
  { status, held }: { readonly status: ListingStatus; readonly held: boolean },
  relation: Relation,
  isModerated: boolean,
): ListingStatus | undefined {
  // Administrators are not moderated.
  const moderated = isModerated && relation !== "admin" ? "yes" : "no";
  return listingTransitions.find(
    (way) =>
      way.operation === operation &&
      way.from === status &&
      way.by.includes(relation) &&
      (way.held !== true || held) &&
      (way.moderated ?? moderated) === moderated,
  )?.to;
}
