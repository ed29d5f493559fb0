// The state machine of listings as data: the transitions of each operation, and who may use them.

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
   * `yes`: applies only with moderation. `no`: applies only without moderation. Absent: applies in
   * both cases.
   */
  readonly moderated?: "yes" | "no";
  /** Applies only to a listing that a moderator holds. */
  readonly held?: true;
}

const own: readonly Relation[] = ["owner", "admin"];
const decides: readonly Relation[] = ["moderator", "admin"];

/** Returns the transitions for changes by the owner that a moderator has to review. */
function reviewedChanges(operation: MovingOperation): readonly ListingTransition[] {
  return [
    { operation, from: "hidden", to: "pending", by: ["owner"], held: true },
    { operation, from: "publish", to: "pending", by: ["owner"], moderated: "yes" },
    { operation, from: "hidden", to: "pending", by: ["owner"], moderated: "yes" },
  ];
}

/**
 * The transitions; the first match applies. Changes by administrators are not moderated. An update
 * changes the state if it
 * changes a moderated field; adding or moving an image does, too. Only moderators can publish a
 * held listing.
 */
export const listingTransitions: readonly ListingTransition[] = [
  { operation: "submitListing", from: "draft", to: "pending", by: ["owner"], moderated: "yes" },
  { operation: "submitListing", from: "draft", to: "publish", by: own, moderated: "no" },
  { operation: "withdrawListing", from: "pending", to: "hidden", by: own, held: true },
  { operation: "withdrawListing", from: "pending", to: "draft", by: own },
  { operation: "approveListing", from: "pending", to: "publish", by: decides },
  { operation: "rejectListing", from: "pending", to: "hidden", by: decides, held: true },
  { operation: "rejectListing", from: "pending", to: "draft", by: decides },
  ...reviewedChanges("updateListing"),
  ...reviewedChanges("createAttachment"),
  ...reviewedChanges("updateAttachment"),
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

/** Returns the state of a listing after an operation; undefined if no transition matches. */
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
