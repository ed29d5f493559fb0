// The states of a listing as data (M5): which operation takes it from where to where, for whom.

import type { Standing } from "../access/standing.ts";
import type { ListingStatus } from "./listing-status.ts";

/** Names an operation that may move a listing. */
export type MovingOperation =
  | "submitListing"
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
  readonly by: readonly Standing[];
  /** Whether a moderator is asked: `yes` and `no` hold then only. Absent: it makes no difference. */
  readonly moderated?: "yes" | "no";
  /** Whether it is the way of what a moderator holds, in place of the way below. */
  readonly held?: true;
}

const own: readonly Standing[] = ["owner", "admin"];
const decides: readonly Standing[] = ["moderator", "admin"];

/** Lists the ways of what others have seen, or may see once it is shown, and its owner changes. */
function changes(operation: MovingOperation): readonly ListingTransition[] {
  return [
    { operation, from: "hidden", to: "pending", by: ["owner"], held: true },
    { operation, from: "publish", to: "pending", by: ["owner"], moderated: "yes" },
    { operation, from: "hidden", to: "pending", by: ["owner"], moderated: "yes" },
  ];
}

/**
 * Lists the ways; the first that fits is taken. What an administrator hands in or changes is not
 * moderated: there is nobody to hand it to. An update moves a listing when it changes what a
 * moderator has seen, and so does an image that is added or moved. What a moderator holds gets to
 * the public by moderators alone.
 */
export const listingTransitions: readonly ListingTransition[] = [
  { operation: "submitListing", from: "draft", to: "pending", by: ["owner"], moderated: "yes" },
  { operation: "submitListing", from: "draft", to: "publish", by: own, moderated: "no" },
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
  standing: Standing,
  isModerated: boolean,
): ListingStatus | undefined {
  // Nobody moderates an administrator.
  const moderated = isModerated && standing !== "admin" ? "yes" : "no";
  return listingTransitions.find(
    (way) =>
      way.operation === operation &&
      way.from === status &&
      way.by.includes(standing) &&
      (way.held !== true || held) &&
      (way.moderated ?? moderated) === moderated,
  )?.to;
}
