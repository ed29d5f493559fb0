// The permissions for listings, for each state of a listing. Handlers read this table, the matrix
// test checks it over HTTP, and docs/marketplace-access.md is generated from it.

import type { Caller } from "../caller.ts";
import type { ListingRecord } from "../storage/listing-repository.ts";
import { type Relation, relationOf } from "./relation.ts";

/**
 * The columns of the table: the states of a listing. `held` means that a moderator has hidden the
 * listing.
 */
export const listingColumns = ["draft", "pending", "publish", "hidden", "held", "trash"] as const;

/** A column of the table. */
export type ListingColumn = (typeof listingColumns)[number];

/** The status of a response. It is 404 if the caller must not learn that the listing exists. */
export type AccessStatus = 200 | 201 | 204 | 403 | 404 | 409;

type Row = readonly [
  draft: AccessStatus,
  pending: AccessStatus,
  publish: AccessStatus,
  hidden: AccessStatus,
  held: AccessStatus,
  trash: AccessStatus,
];

type Rows = Readonly<Record<Relation, Row>>;

const read: Rows = {
  owner: [200, 200, 200, 200, 200, 200],
  other: [404, 404, 200, 404, 404, 404],
  moderator: [404, 200, 200, 404, 200, 404],
  admin: [200, 200, 200, 200, 200, 200],
};

/**
 * Returns the rows of an operation that changes a listing. The owner must restore a listing in the
 * trash before changing it.
 */
function changeRows(status: 200 | 201 | 204, ofPending: AccessStatus = status): Rows {
  return {
    owner: [status, ofPending, status, status, status, 403],
    other: [404, 404, 403, 404, 404, 404],
    moderator: [404, 403, 403, 404, 403, 404],
    admin: [status, status, status, status, status, status],
  };
}

const decide: Rows = {
  owner: [403, 403, 403, 403, 403, 403],
  other: [404, 404, 403, 404, 404, 404],
  moderator: [404, 200, 409, 404, 409, 404],
  admin: [409, 200, 409, 409, 409, 409],
};

/**
 * Only public listings can be reported. Even the owner cannot report a listing that is not public.
 */
const report: Row = [404, 404, 200, 404, 404, 404];

export type ListingOperation =
  | "getListing"
  | "updateListing"
  | "deleteListing"
  | "submitListing"
  | "withdrawListing"
  | "hideListing"
  | "approveListing"
  | "rejectListing"
  | "restoreListing"
  | "reportListing"
  | "createAttachment"
  | "getAttachment"
  | "updateAttachment"
  | "deleteAttachment";

/**
 * The status of the response to each operation on a listing or its images, by relation and state.
 */
export const listingAccess: Readonly<Record<ListingOperation, Rows>> = {
  getListing: read,
  updateListing: changeRows(200),
  // The owner must withdraw a pending listing before deleting it.
  deleteListing: changeRows(204, 403),
  submitListing: {
    owner: [200, 409, 409, 409, 409, 409],
    other: [404, 404, 403, 404, 404, 404],
    moderator: [404, 403, 403, 404, 403, 404],
    admin: [200, 409, 409, 409, 409, 409],
  },
  withdrawListing: {
    owner: [409, 200, 409, 409, 409, 409],
    other: [404, 404, 403, 404, 404, 404],
    moderator: [404, 403, 403, 404, 403, 404],
    admin: [409, 200, 409, 409, 409, 409],
  },
  hideListing: {
    owner: [409, 409, 200, 200, 403, 409],
    other: [404, 404, 403, 404, 404, 404],
    moderator: [404, 409, 200, 404, 200, 404],
    admin: [409, 409, 200, 200, 200, 409],
  },
  restoreListing: {
    owner: [409, 409, 409, 409, 409, 200],
    other: [404, 404, 403, 404, 404, 404],
    moderator: [404, 403, 403, 404, 403, 404],
    admin: [409, 409, 409, 409, 409, 200],
  },
  approveListing: decide,
  rejectListing: decide,
  reportListing: { owner: report, other: report, moderator: report, admin: report },
  createAttachment: changeRows(201),
  getAttachment: read,
  updateAttachment: changeRows(200),
  deleteAttachment: changeRows(204),
};

/** Returns the status of the response to an operation, for a relation and a state. */
export function listingAccessStatus(
  operation: ListingOperation,
  relation: Relation,
  column: ListingColumn,
): AccessStatus {
  return listingAccess[operation][relation][listingColumns.indexOf(column)] ?? 404;
}

/**
 * Returns the status of the response if the caller may not perform an operation on a listing;
 * undefined if the caller may.
 */
export function listingRefusal(
  operation: ListingOperation,
  caller: Pick<Caller, "userId" | "role"> | undefined,
  listing: Pick<ListingRecord, "userId" | "status" | "held">,
): 403 | 404 | 409 | undefined {
  const relation = relationOf(caller, listing.userId);
  const column = listing.status === "hidden" && listing.held ? "held" : listing.status;
  const status = listingAccessStatus(operation, relation, column);
  return status === 403 || status === 404 || status === 409 ? status : undefined;
}
