// The state machine of listings: for each operation, the transitions and who may use them.

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
   * Whether the transition requires moderation: `yes` if changes are moderated, `no` if they are
   * not. Absent if it applies in both cases.
   */
  readonly moderated?: "yes" | "no";
  /** The transition applies only to listings that a moderator holds. */
  readonly held?: true;
}

const own: readonly Relation[] = ["owner", "admin"];
const decides: readonly Relation[] = ["moderator", "admin"];

/**
 * Returns the transitions of an operation by the owner, for changes that a moderator must review.
 */
function reviewedChanges(operation: MovingOperation): readonly ListingTransition[] {
  return [
    { operation, from: "hidden", to: "pending", by: ["owner"], held: true },
    { operation, from: "publish", to: "pending", by: ["owner"], moderated: "yes" },
    { operation, from: "hidden", to: "pending", by: ["owner"], moderated: "yes" },
  ];
}

/**
 * The transitions. The first one that matches applies. Changes by administrators are never
 * moderated. An update changes the state only if it changes a moderated field. Adding or moving an
 * image counts as such a change. Only moderators can publish a held listing.
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

/** Returns the state of a listing after an operation; undefined if no transition applies. */
export function nextStatus(
  operation: MovingOperation,
  { status, held }: { readonly status: ListingStatus; readonly held: boolean },
  relation: Relation,
  isModerated: boolean,
): ListingStatus | undefined {
  // Changes by administrators are never moderated.
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
