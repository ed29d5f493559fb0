// The states of a listing as data (M5): which operation takes it from where to where, for whom.

import type { ListingStatus } from "@specwright/marketplace-api/types";
import type { Standing } from "../access/standing.ts";

/** Names an operation that may move a listing. */
export type MovingOperation =
  | "submitListing"
  | "updateListing"
  | "hideListing"
  | "approveListing"
  | "rejectListing"
  | "deleteListing";

/** Is one way from a state to another. */
export interface ListingTransition {
  readonly operation: MovingOperation;
  readonly from: ListingStatus;
  readonly to: ListingStatus;
  readonly by: readonly Standing[];
  /** Whether a moderator is asked: `yes` and `no` hold then only. Absent: it makes no difference. */
  readonly moderated?: "yes" | "no";
}

const own: readonly Standing[] = ["owner", "admin"];
const decides: readonly Standing[] = ["moderator", "admin"];

/**
 * Lists the ways. What an administrator hands in or changes is not moderated: there is nobody to
 * hand it to. An update moves a listing when it changes what a moderator has seen.
 */
export const listingTransitions: readonly ListingTransition[] = [
  { operation: "submitListing", from: "draft", to: "pending", by: ["owner"], moderated: "yes" },
  { operation: "submitListing", from: "draft", to: "publish", by: own, moderated: "no" },
  { operation: "approveListing", from: "pending", to: "publish", by: decides },
  { operation: "rejectListing", from: "pending", to: "draft", by: decides },
  { operation: "updateListing", from: "publish", to: "pending", by: ["owner"], moderated: "yes" },
  { operation: "updateListing", from: "hidden", to: "pending", by: ["owner"], moderated: "yes" },
  { operation: "hideListing", from: "publish", to: "hidden", by: own },
  { operation: "hideListing", from: "hidden", to: "publish", by: own },
  { operation: "deleteListing", from: "draft", to: "trash", by: own },
  { operation: "deleteListing", from: "pending", to: "trash", by: ["admin"] },
  { operation: "deleteListing", from: "publish", to: "trash", by: own },
  { operation: "deleteListing", from: "hidden", to: "trash", by: own },
];

/** Gives the state that an operation takes a listing to, or nothing when there is no way. */
export function nextStatus(
  operation: MovingOperation,
  from: ListingStatus,
  standing: Standing,
  isModerated: boolean,
): ListingStatus | undefined {
  // Nobody moderates an administrator.
  const moderated = isModerated && standing !== "admin" ? "yes" : "no";
  return listingTransitions.find(
    (way) =>
      way.operation === operation &&
      way.from === from &&
      way.by.includes(standing) &&
      (way.moderated ?? moderated) === moderated,
  )?.to;
}
